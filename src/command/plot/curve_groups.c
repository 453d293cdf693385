/* Runs that make one curve together: see curve_groups.h. */
#include "command/plot/curve_groups.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool same_model(const struct curve_run *a, const struct curve_run *b) {
    return strcmp(a->key.model, b->key.model) == 0;
}

static bool same_score(const struct curve_run *a, const struct curve_run *b) {
    return strcmp(a->key.score, b->key.score) == 0;
}

static bool same_file(const struct curve_run *a, const struct curve_run *b) {
    return a->key.file == b->key.file;
}

/* For sorting: by file, model and score, then by where they stand. */
static int compare(const void *a, const void *b) {
    const struct curve_run *p = a, *q = b;
    if (!same_file(p, q)) return p->key.file < q->key.file ? -1 : 1;
    int model = strcmp(p->key.model, q->key.model), score = strcmp(p->key.score, q->key.score);
    if (model || score) return model ? model : score;
    return (p->number > q->number) - (p->number < q->number);
}

static int compare_first(const void *a, const void *b) {
    const struct curve_group *g = a, *h = b;
    return (g->runs->number > h->runs->number) - (g->runs->number < h->runs->number);
}

static bool make_groups(struct curve_groups *groups, struct error *error) {
    size_t count = groups->all->count;
    groups->groups = memory_take(count, sizeof *groups->groups, "a figure", error);
    groups->list = memory_take(count, sizeof *groups->list, "a figure", error);
    if (!groups->groups || !groups->list) return false;
    if (count) memcpy(groups->list, groups->all->runs, count * sizeof *groups->list);
    qsort(groups->list, count, sizeof *groups->list, compare);
    for (size_t i = 0; i < count; i++) {
        const struct curve_run *runs = groups->list + i;
        bool more = i > 0 && same_file(runs, runs - 1) && same_model(runs, runs - 1) &&
                    same_score(runs, runs - 1);
        if (!more) groups->groups[groups->count++].runs = runs;
        groups->groups[groups->count - 1].run_count++;
    }
    qsort(groups->groups, groups->count, sizeof *groups->groups, compare_first);
    return true;
}

/* What must be told to tell the group from the others. More of them than a figure shows need no
 * names. */
static void find_rivals(struct curve_groups *groups, struct curve_group *group) {
    for (size_t g = 0; g < groups->count && groups->count <= CURVE_FIGURE_SERIES; g++) {
        const struct curve_run *other = groups->groups[g].runs, *own = group->runs;
        if (!same_model(own, other)) continue;
        if (!same_score(own, other)) group->has_rival_score = true;
        if (same_score(own, other) && !same_file(own, other)) group->has_rival_file = true;
    }
}

static void sum_up(struct curve_groups *groups) {
    const struct curve_group *first = &groups->groups[0];
    groups->is_one_model = true;
    groups->seeds = groups->count ? first->run_count : 0;
    for (size_t g = 0; g < groups->count; g++) {
        const struct curve_group *group = &groups->groups[g];
        if (!same_model(group->runs, first->runs)) groups->is_one_model = false;
        if (group->run_count != first->run_count) groups->seeds = 0;
        if (group->run_count > 1) groups->has_band = true;
    }
}

bool curve_groups_init(struct curve_groups *groups, const struct curve_runs *runs,
                       const struct curve_choice *choice, struct error *error) {
    *groups = (struct curve_groups){.all = runs, .choice = choice};
    if (!make_groups(groups, error)) return false;
    for (size_t g = 0; g < groups->count; g++) find_rivals(groups, &groups->groups[g]);
    sum_up(groups);
    return true;
}

void curve_groups_free(struct curve_groups *groups) {
    free(groups->groups);
    free(groups->list);
    *groups = (struct curve_groups){.count = 0};
}

/* The bytes that all names begin with, up to a '/', and those that they end with, from a '/' or
 * ".csv" on. */
struct common {
    size_t head, tail;
};

static size_t common_head(const char *const *names, size_t count) {
    size_t head = 0, cut = 0;
    for (;; head++) {
        for (size_t i = 0; i < count; i++) {
            if (!names[i][head] || names[i][head] != names[0][head]) return cut;
        }
        if (names[0][head] == '/') cut = head + 1;
    }
}

static char from_end(const char *name, size_t i, size_t head) {
    size_t length = strlen(name);
    return i < length - head ? name[length - 1 - i] : '\0';
}

static size_t common_tail(const char *const *names, size_t count, size_t head) {
    size_t tail = 0, cut = 0;
    for (;; tail++) {
        for (size_t i = 0; i < count; i++) {
            char c = from_end(names[i], tail, head);
            if (!c || c != from_end(names[0], tail, head)) return cut;
        }
        const char *at = names[0] + strlen(names[0]) - 1 - tail;
        if (*at == '/' || strcmp(at, ".csv") == 0) cut = tail + 1;
    }
}

static void append_file(struct text *text, const struct curve_choice *choice, size_t file) {
    const char *name = choice->files[file];
    struct common common = {.head = common_head(choice->files, choice->file_count)};
    common.tail = common_tail(choice->files, choice->file_count, common.head);
    text_append(text, name + common.head, strlen(name) - common.head - common.tail);
}

/* Adds a word of a name after what is there. */
static void add_word(struct text *text, bool wanted, const char *word) {
    if (wanted) text_format(text, "%s%s", text->length ? " " : "", word);
}

/* Names do without the model where it is the same in all and something else tells them apart. */
static bool hides_model(const struct curve_groups *groups) {
    return groups->is_one_model &&
           (groups->all->column_count > 1 || groups->groups[0].has_rival_score);
}

static void add_seeds(struct text *text, const struct curve_groups *groups,
                      const struct curve_band *band) {
    if (band->runs == 1) return;
    if (!groups->seeds) text_format(text, ", %zu seeds", band->runs);
    if (band->runs_at_end < band->runs) {
        text_format(text, ", %zu of %zu at the end", band->runs_at_end, band->runs);
    }
}

void curve_groups_name(struct text *text, const struct curve_groups *groups, size_t g,
                       size_t column, const struct curve_band *band) {
    const struct curve_group *group = &groups->groups[g];
    const struct curve_key *key = &group->runs->key;
    const struct curve_runs *all = groups->all;
    add_word(text, !hides_model(groups), key->model);
    add_word(text, group->has_rival_score && *key->score, key->score);
    add_word(text, all->column_count > 1, all->columns[column]);
    add_seeds(text, groups, band);
    if (!group->has_rival_file) return;
    text_string(text, " (");
    append_file(text, groups->choice, key->file);
    text_string(text, ")");
}

void curve_groups_title(struct text *text, const struct curve_groups *groups) {
    if (groups->count && hides_model(groups)) {
        text_format(text, ": %s", groups->groups[0].runs->key.model);
    }
}

void curve_groups_caption(struct text *text, const struct curve_groups *groups) {
    if (!groups->has_band) return;
    text_string(text, "; median and 10-90 % band of ");
    if (groups->seeds) text_format(text, "%zu ", groups->seeds);
    text_string(text, "seeds");
}
