/* Where examples come from: see source.h. */
#include "task/source.h"

#include "base/memory.h"
#include "task/answer_count.h"
#include "task/source_state.h"

#include <stdlib.h>

size_t source_memory(const struct task *task) {
    size_t numbers = size_add(size_multiply(10, task->pairs), task->letters);
    return size_multiply(numbers, sizeof(uint32_t));
}

static bool take_arrays(struct source *source, size_t pairs, size_t arranged, struct error *error) {
    size_t draws = 3 * pairs + 1;
    uint32_t *block = memory_take(size_add(2 * draws + 2 * pairs, arranged), sizeof *block,
                                  "drawing examples", error);
    if (!block) return false;
    source->bounds = block;
    source->values = block + draws;
    source->example.letters = block + 2 * draws;
    source->example.digits = source->example.letters + pairs;
    source->arrangement = source->example.digits + pairs;
    for (size_t i = 0; i < arranged; i++) source->arrangement[i] = (uint32_t)i;
    return true;
}

static struct source *source_create(struct source start, size_t pairs, size_t arranged,
                                    struct error *error) {
    struct source *source = memory_take(1, sizeof *source, "drawing examples", error);
    if (!source) return NULL;
    *source = start;
    if (take_arrays(source, pairs, arranged, error)) return source;
    free(source);
    return NULL;
}

/* The bounds of a spread draw: letters, query, answer; then for the n-1 other pairs a digit
 * that is not the answer, and the selection of those that have the answer all the same. */
static void set_spread_bounds(struct source *source) {
    size_t n = source->task.pairs;
    for (size_t i = 0; i < n; i++) source->bounds[i] = (uint32_t)(source->task.letters - i);
    source->bounds[n] = (uint32_t)n;
    source->bounds[n + 1] = (uint32_t)source->task.digits;
    for (size_t i = 0; i + 1 < n; i++) {
        source->bounds[n + 2 + i] = (uint32_t)(source->task.digits - 1);
        source->bounds[2 * n + 1 + i] = (uint32_t)(n - 1 - i);
    }
}

/* Makes it a spread stream. */
static bool spread(struct source *source, struct error *error) {
    const struct task *task = &source->task;
    for (size_t i = 0; i < RANDOM_WEYL_COUNT; i++) source->weyl[i] = random_weyl(source->key, i);
    set_spread_bounds(source);
    source->count_limits = answer_count_limits(task->pairs, task->digits, error);
    return source->count_limits != NULL;
}

struct source *source_stream(const struct task *task, uint64_t seed, enum stream stream,
                             struct error *error) {
    struct source start = {
        .task = *task, .seed = seed, .stream = stream, .key = random_key(seed, stream)};
    struct source *source = source_create(start, task->pairs, task->letters, error);
    if (!source || stream != STREAM_EVAL || task->min_pairs < task->pairs) return source;
    if (spread(source, error)) return source;
    source_free(source);
    return NULL;
}

struct source *source_dataset(const struct dataset *dataset, uint64_t seed, bool shuffled,
                              struct error *error) {
    struct source start = {.dataset = dataset,
                           .task = {.pairs = dataset->pairs, .letters = dataset->letters},
                           .seed = seed,
                           .shuffled = shuffled,
                           .key = random_key(seed, STREAM_ORDER),
                           .epoch = UINT64_MAX};
    return source_create(start, 0, shuffled ? dataset->count : 0, error);
}

struct source *source_copy(const struct source *source, struct error *error) {
    if (!source->dataset) return source_stream(&source->task, source->seed, source->stream, error);
    return source_dataset(source->dataset, source->seed, source->shuffled, error);
}

void source_free(struct source *source) {
    if (!source) return;
    free(source->bounds);
    free(source->count_limits);
    free(source);
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

/* The bounds of the draws for n pairs: L, L-1, ... for the letters, C for the digits, n. */
static void set_bounds(struct source *source, size_t n) {
    for (size_t i = 0; i < n; i++) {
        source->bounds[i] = (uint32_t)(source->task.letters - i);
        source->bounds[n + i] = (uint32_t)source->task.digits;
    }
    source->bounds[2 * n] = (uint32_t)n;
}

/* Letter i is the one at i + draw in what is left; the swaps are undone afterwards. */
static void arrange_letters(struct source *source, size_t n) {
    uint32_t *arrangement = source->arrangement;
    for (size_t i = 0; i < n; i++) {
        swap(&arrangement[i], &arrangement[i + source->values[i]]);
        source->example.letters[i] = arrangement[i];
    }
    for (size_t i = n; i-- > 0;) swap(&arrangement[i], &arrangement[i + source->values[i]]);
}

/* Draws the digits that are not the answer anew, from Weyl sequences, as many as there are. */
static void spread_digits(struct source *source, size_t n, uint64_t t) {
    uint32_t *digits = source->values + n + 2;
    uint64_t low;
    for (size_t i = 0; i + 1 < n && i + 1 < RANDOM_WEYL_COUNT; i++) {
        uint64_t word = random_weyl_word(source->weyl[i + 1], t);
        digits[i] = (uint32_t)random_multiply(word, source->task.digits - 1, &low);
    }
}

/* Sets the digits so that `others` of the other pairs have the answer's digit: pair after pair is
 * chosen with the probability (still to choose) / (still there). */
static void set_spread_digits(struct source *source, size_t n, size_t others) {
    struct example *example = &source->example;
    const uint32_t *digits = source->values + n + 2, *selection = source->values + 2 * n + 1;
    uint32_t answer = source->values[n + 1];
    size_t drawn = 0;
    for (size_t i = 0; i < n; i++) {
        bool chosen = i == example->query || selection[drawn] < others;
        uint32_t digit = i == example->query ? 0 : digits[drawn] + (digits[drawn] >= answer);
        example->digits[i] = chosen ? answer : digit;
        if (i == example->query) continue;
        others -= chosen;
        drawn++;
    }
}

static const struct example *draw_spread(struct source *source, uint64_t t) {
    struct random_cursor cursor = {.key = source->key, .t = t};
    size_t n = source->task.pairs;
    random_fill(&cursor, source->bounds, 3 * n, source->values);
    arrange_letters(source, n);
    source->example.query = source->values[n];
    spread_digits(source, n, t);
    uint64_t word = random_weyl_word(source->weyl[0], t);
    size_t others = answer_count_others(source->count_limits, n, word);
    set_spread_digits(source, n, others);
    source->example.count = n;
    return &source->example;
}

static const struct example *draw_from_stream(struct source *source, uint64_t t) {
    struct random_cursor cursor = {.key = source->key, .t = t};
    struct example *example = &source->example;
    size_t n = source->task.pairs;
    if (source->task.min_pairs < n) {
        size_t choices = n - source->task.min_pairs + 1;
        n = source->task.min_pairs + (size_t)random_below(&cursor, choices);
    }
    set_bounds(source, n);
    random_fill(&cursor, source->bounds, 2 * n + 1, source->values);
    arrange_letters(source, n);
    for (size_t i = 0; i < n; i++) example->digits[i] = source->values[n + i];
    example->query = source->values[2 * n];
    example->count = n;
    return example;
}

/* A Fisher-Yates shuffle of all rows, drawn from words 0, 1, ... of the epoch's index. */
static void shuffle(struct source *source, uint64_t epoch) {
    uint32_t *order = source->arrangement;
    struct random_cursor cursor = {.key = source->key, .t = epoch};
    size_t count = source->dataset->count;
    for (size_t i = 0; i < count; i++) order[i] = (uint32_t)i;
    for (size_t i = 0; i < count; i++) {
        swap(&order[i], &order[i + random_below(&cursor, count - i)]);
    }
    source->epoch = epoch;
}

static const struct example *draw_from_dataset(struct source *source, uint64_t t) {
    const struct dataset *dataset = source->dataset;
    uint64_t epoch = t / dataset->count;
    size_t row = (size_t)(t % dataset->count);
    if (source->shuffled && source->epoch != epoch) shuffle(source, epoch);
    if (source->shuffled) row = source->arrangement[row];
    dataset_example(dataset, row, &source->example);
    return &source->example;
}

const struct example *source_draw(struct source *source, uint64_t t) {
    if (source->dataset) return draw_from_dataset(source, t);
    return source->count_limits ? draw_spread(source, t) : draw_from_stream(source, t);
}

bool source_is_default_task(const struct source *source, uint64_t key[2]) {
    const struct task *task = &source->task;
    bool plain = !source->dataset && !source->count_limits && task->min_pairs == task->pairs;
    key[0] = source->key.a;
    key[1] = source->key.b;
    return plain && task->pairs == 6 && task->letters == 8 && task->digits == 10;
}
