/* The benchmark: an engine that only takes notes shows which steps are taken and in which order;
 * the command's rows are those that were asked for, and their numbers agree with one another. Speed
 * is never judged. */
#include "base/clock.h"
#include "base/csv.h"
#include "base/json.h"
#include "base/memory.h"
#include "command/bench/bench_plan.h"
#include "model/fast/choose.h"
#include "model/fast/engine.h"
#include "model/kind.h"
#include "support.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HEADER                                                                                     \
    "engine,kernel,method,model,score,pairs,letters,digits,width,batch,threads,repetitions,"       \
    "ns_per_example,ns_per_example_low,ns_per_example_high,examples_per_second,steps_per_second"
#define BRIEF " --seconds 0 --repetitions 1 -q "

/* --- An engine that takes notes. ------------------------------------------------------------- */

struct learner {
    size_t batch;
    unsigned threads;
};

static struct note {
    size_t batch; /* of the learner, which tells the cases apart */
    struct step step;
    uint64_t letter; /* of the first example's first pair */
    double start, end;
} notes[4096];
static size_t note_count, created, destroyed, bytes_told = 1000, weights_set;
static uint64_t failing_step;
static const long step_nanoseconds = 200000;

static size_t note_memory(const struct model *model, const struct learner_settings *settings) {
    (void)model;
    (void)settings;
    return bytes_told;
}

static struct learner *note_create(const struct model *model,
                                   const struct learner_settings *settings, struct error *error) {
    struct learner *learner = malloc(sizeof *learner);
    (void)model;
    (void)error;
    cr_assert(learner);
    *learner = (struct learner){settings->batch, settings->threads};
    created++;
    return learner;
}

static void note_destroy(struct learner *learner) {
    if (learner) destroyed++;
    free(learner);
}

static void note_weights(struct learner *learner, const double *weights) {
    (void)learner;
    weights_set += weights[0] != 0;
}

static bool note_step(struct learner *learner, struct source *source, const struct step *step,
                      struct step_result *result, struct error *error) {
    struct timespec pause = {0, step_nanoseconds};
    (void)result;
    cr_assert_lt(note_count, sizeof notes / sizeof *notes);
    const struct example *example = source_draw(source, step->first);
    struct note *note = &notes[note_count++];
    *note = (struct note){learner->batch, *step, example->letters[0], clock_seconds(), 0};
    if (step->number == failing_step) {
        return error_set(error, STATUS_FAILED, "the loss is not finite");
    }
    nanosleep(&pause, NULL);
    note->end = clock_seconds();
    return true;
}

static const struct engine engine_notes = {.name = "notes",
                                           .memory = note_memory,
                                           .create = note_create,
                                           .destroy = note_destroy,
                                           .set_weights = note_weights,
                                           .step = note_step};

enum { CASES = 2, REPETITIONS = 3 };
static const size_t batches[CASES] = {10, 25};

static struct train_settings training(void) {
    return (struct train_settings){.seed = 5,
                                   .rate = 0.25,
                                   .optimizer = {.optimizer = optimizer_find("adam")},
                                   .initialisation = &initialisations[0]};
}

static struct bench_case note_case(size_t batch) {
    struct error error;
    struct bench_case of = {
        .engine = &engine_notes,
        .model = {&model_attention, &score_scaled_dot, {6, 6, 8, 10}, 16, 1, 64, {{0}}, 0, {0}, 0},
        .batch = batch,
        .threads = 3};
    cr_assert(model_init(&of.model, &error), "%s", error.message);
    return of;
}

static size_t told;

static void see_progress(void *context, size_t finished, size_t count) {
    cr_expect_eq(context, &told);
    cr_expect_eq(finished, ++told);
    cr_expect_eq(count, (size_t)CASES * (REPETITIONS + 1));
}

static bool run_notes(double seconds, struct bench_result *results, struct error *error) {
    struct bench_case cases[CASES] = {note_case(batches[0]), note_case(batches[1])};
    struct train_settings settings = training();
    struct bench bench = {cases, CASES, REPETITIONS, seconds, &settings};
    struct bench_observer observer = {&told, see_progress};
    return bench_run(&bench, &observer, results, error);
}

Test(bench, takes_the_steps_that_train_takes) {
    struct bench_result results[CASES];
    struct error error;
    struct task task = {6, 6, 8, 10};
    struct source *source = source_stream(&task, 5, STREAM_TRAIN, &error);
    cr_assert(run_notes(0.001, results, &error), "%s", error.message);
    for (size_t c = 0; c < CASES; c++) {
        uint64_t number = 0;
        for (size_t i = 0; i < note_count; i++) {
            const struct step *step = &notes[i].step;
            if (notes[i].batch != batches[c]) continue;
            cr_assert_eq(step->number, ++number);
            cr_assert_eq(step->first, (number - 1) * batches[c]);
            cr_assert_eq(step->batch, batches[c]);
            cr_assert_eq(step->rate, 0.25);
            cr_assert_eq(notes[i].letter, source_draw(source, step->first)->letters[0]);
        }
        cr_expect_geq(number, (uint64_t)REPETITIONS + 1);
    }
    source_free(source);
    cr_expect_eq(created, CASES);
    cr_expect_eq(destroyed, CASES);
    cr_expect_eq(weights_set, CASES);
}

/* The lengths of the stretches in which one case is at work. */
static size_t find_turns(size_t *lengths, size_t most) {
    size_t turns = 0;
    for (size_t i = 0; i < note_count; i++) {
        if (i == 0 || notes[i].batch != notes[i - 1].batch) {
            cr_assert_lt(turns, most);
            cr_expect_eq(notes[i].batch, batches[turns % CASES], "turn %zu", turns);
            lengths[turns++] = 0;
        }
        lengths[turns - 1]++;
    }
    return turns;
}

Test(bench, goes_round_all_cases_again_and_again) {
    struct bench_result results[CASES];
    struct error error;
    size_t lengths[64];
    cr_assert(run_notes(0.002, results, &error), "%s", error.message);
    cr_assert_eq(find_turns(lengths, 64), (size_t)CASES * (REPETITIONS + 1));
    for (size_t t = 2 * CASES; t < (size_t)CASES * (REPETITIONS + 1); t++) {
        cr_expect_eq(lengths[t], lengths[t - CASES], "a repetition has always the same steps");
    }
    cr_expect_eq(told, (size_t)CASES * (REPETITIONS + 1));
}

Test(bench, takes_a_step_at_least) {
    struct bench_result results[CASES];
    struct error error;
    cr_assert(run_notes(0, results, &error), "%s", error.message);
    cr_expect_eq(note_count, (size_t)CASES * (REPETITIONS + 1));
}

/* Bounds for the seconds a step of a case's turns but the first, which is the warm-up: from the
 * start of a turn's first step to the end of its last; from the end of the turn before to the start
 * of the one after. */
static void find_bounds(size_t c, double *least, double *most) {
    size_t lengths[64], turns = find_turns(lengths, 64), at = 0;
    *least = (double)INFINITY;
    *most = 0;
    for (size_t t = 0; t < turns; at += lengths[t++]) {
        size_t end = at + lengths[t];
        if (t < CASES || t % CASES != c) continue;
        double after = end < note_count ? notes[end].start : clock_seconds();
        *least = fmin(*least, (notes[end - 1].end - notes[at].start) / (double)lengths[t]);
        *most = fmax(*most, (after - notes[at - 1].end) / (double)lengths[t]);
    }
}

Test(bench, tells_the_time_of_an_example) {
    struct bench_result results[CASES];
    struct error error;
    cr_assert(run_notes(0.004, results, &error), "%s", error.message);
    for (size_t c = 0; c < CASES; c++) {
        double least, most, step = (double)batches[c] / 1e9;
        find_bounds(c, &least, &most);
        cr_expect_geq(results[c].low * step, 0.999999 * least);
        cr_expect_leq(results[c].low, results[c].median);
        cr_expect_leq(results[c].median, results[c].high);
        cr_expect_leq(results[c].high * step, 1.000001 * most);
        cr_expect_null(results[c].method);
    }
}

Test(bench, tells_which_case_fails_and_when) {
    struct bench_result results[CASES];
    struct error error;
    failing_step = 2;
    cr_assert_not(run_notes(0, results, &error));
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect_str_eq(error.message, "attention of 6 pairs, 8 letters, 10 digits and width 16, by "
                                    "steps of 10, stops at step 2: the loss is not finite");
    cr_expect_eq(destroyed, CASES);
}

Test(bench, refuses_by_name_what_does_not_fit_before_anything_is_taken) {
    struct bench_result results[CASES];
    struct error error;
    bytes_told = SIZE_MAX;
    cr_assert_not(run_notes(0, results, &error));
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect_str_eq(error.message, "attention of 6 pairs, 8 letters, 10 digits and width 16, by "
                                    "steps of 10, needs more memory than can be addressed");
    cr_expect_eq(created, 0);
}

/* The most bytes, to within a thousandth, that this machine can hold. */
static size_t most_bytes(void) {
    size_t fits = 0;
    for (size_t step = SIZE_MAX / 2 + 1; step > fits / 1000; step /= 2) {
        if (memory_check(fits + step, "this", NULL)) fits += step;
    }
    return fits;
}

Test(bench, refuses_cases_that_do_not_fit_together) {
    struct bench_result results[CASES];
    struct error error;
    bytes_told = most_bytes() / 10 * 6;
    cr_assert_not(run_notes(0, results, &error));
    cr_expect_eq(strncmp(error.message, "the benchmark needs ", 20), 0, "%s", error.message);
    cr_expect_eq(created, 0);
}

/* --- The plan. ------------------------------------------------------------------------------- */

static void plan_of(struct bench_plan *plan, struct invocation *invocation, int count,
                    char **words) {
    struct error error;
    cr_assert(invocation_read(invocation, &command_bench, count, words, &error), "%s",
              error.message);
    cr_assert(bench_plan_make(plan, invocation, &error), "%s", error.message);
}

static size_t count_engine(const struct bench_plan *plan, const struct engine *engine) {
    size_t count = 0;
    for (size_t i = 0; i < plan->bench.count; i++) count += plan->bench.cases[i].engine == engine;
    return count;
}

Test(bench, the_ladder_has_five_rungs) {
    static const size_t rungs[5][4] = {{6, 8, 10, 16},
                                       {16, 32, 32, 32},
                                       {64, 128, 128, 64},
                                       {256, 512, 512, 128},
                                       {64, 8192, 8192, 64}};
    char *words[] = {"--ladder", "--threads=2"};
    struct invocation invocation;
    struct bench_plan plan;
    plan_of(&plan, &invocation, 2, words);
    cr_assert_eq(count_engine(&plan, &engine_fast), 5);
    for (size_t i = 0; i < 5; i++) {
        const struct bench_case *of = &plan.bench.cases[i];
        cr_expect_eq(of->engine, &engine_fast);
        cr_expect_eq(of->kernel, kernel_choose());
        cr_expect_eq(of->model.kind, &model_attention);
        cr_expect_eq(of->model.task.pairs, rungs[i][0]);
        cr_expect_eq(of->model.task.min_pairs, rungs[i][0]);
        cr_expect_eq(of->model.task.letters, rungs[i][1]);
        cr_expect_eq(of->model.task.digits, rungs[i][2]);
        cr_expect_eq(of->model.width, rungs[i][3]);
        cr_expect_eq(of->batch, 64);
        cr_expect_eq(of->threads, 2);
    }
    bench_plan_free(&plan);
    invocation_free(&invocation);
}

Test(bench, the_reference_engine_is_left_out_where_it_is_slow_unless_asked_for) {
    char *ladder[] = {"--ladder"}, *asked[] = {"--ladder", "--engine", "reference"};
    struct invocation invocation;
    struct bench_plan plan;
    plan_of(&plan, &invocation, 1, ladder);
    cr_expect_eq(plan.left_out, 1);
    cr_expect_eq(count_engine(&plan, &engine_reference), 4);
    bench_plan_free(&plan);
    invocation_free(&invocation);
    plan_of(&plan, &invocation, 3, asked);
    cr_expect_eq(plan.left_out, 0);
    cr_expect_eq(plan.bench.count, 5);
    cr_expect_eq(count_engine(&plan, &engine_reference), 5);
    bench_plan_free(&plan);
    invocation_free(&invocation);
}

/* --- The command. ---------------------------------------------------------------------------- */

enum { MOST_ROWS = 40, FIELDS = 17 };
enum { ENGINE, KERNEL, METHOD, MODEL, SCORE, PAIRS, LETTERS, DIGITS, WIDTH, BATCH, THREADS };
enum { REPEATED = THREADS + 1, NS, LOW, HIGH, EXAMPLES, STEPS };

struct rows {
    char cells[MOST_ROWS][FIELDS][32];
    size_t count;
};

static struct rows read_rows(const char *path) {
    struct csv csv;
    struct error error;
    struct rows rows = {.count = 0};
    bool failed;
    char *bytes = read_file(path, NULL);
    cr_assert(bytes && strncmp(bytes, HEADER "\n", strlen(HEADER "\n")) == 0, "%s", bytes);
    free(bytes);
    cr_assert(csv_open(&csv, path, &error), "%s", error.message);
    cr_assert(csv_row(&csv, &failed, &error));
    while (csv_row(&csv, &failed, &error)) {
        cr_assert_eq(csv.count, FIELDS);
        cr_assert_lt(rows.count, MOST_ROWS);
        for (size_t f = 0; f < FIELDS; f++) {
            snprintf(rows.cells[rows.count][f], sizeof rows.cells[0][0], "%s", csv.fields[f]);
        }
        rows.count++;
    }
    cr_assert_not(failed);
    csv_close(&csv);
    return rows;
}

/* The rows of `attnlearn bench OPTIONS`, which says nothing else. */
static struct rows bench_rows(const char *before, const char *options) {
    char path[256];
    struct outcome outcome = run("%s attnlearn bench --csv $T/rows.csv %s", before, options);
    cr_assert_eq(outcome.status, 0, "%s: %s", options, outcome.err);
    cr_expect_str_eq(outcome.out, "");
    cr_expect_str_eq(outcome.err, "");
    outcome_free(&outcome);
    snprintf(path, sizeof path, "%s/rows.csv", test_folder());
    return read_rows(path);
}

static double number(const struct rows *rows, size_t row, size_t field) {
    char *end;
    double value = strtod(rows->cells[row][field], &end);
    cr_assert(end > rows->cells[row][field] && !*end, "'%s' is no number", rows->cells[row][field]);
    return value;
}

static void expect_words(const struct rows *rows, size_t row, size_t field, const char *expected) {
    cr_expect_str_eq(rows->cells[row][field], expected, "row %zu, field %zu: %s", row, field,
                     expected);
}

Test(bench, has_a_row_for_every_engine_model_and_batch) {
    static const char *const engine_names[] = {"fast", "reference"};
    static const char *const models[] = {"attention", "average", "mlp"};
    static const char *const sizes[] = {"64", "1024"};
    struct rows rows = bench_rows("", BRIEF);
    size_t row = 0;
    cr_assert_eq(rows.count, 12);
    for (size_t e = 0; e < 2; e++) {
        for (size_t m = 0; m < 3; m++) {
            for (size_t b = 0; b < 2; b++, row++) {
                expect_words(&rows, row, ENGINE, engine_names[e]);
                expect_words(&rows, row, KERNEL, e ? "" : kernel_choose()->name);
                expect_words(&rows, row, MODEL, models[m]);
                expect_words(&rows, row, SCORE, m ? "" : "scaled-dot");
                expect_words(&rows, row, BATCH, sizes[b]);
                expect_words(&rows, row, THREADS, "1");
                expect_words(&rows, row, REPEATED, "1");
            }
        }
    }
    expect_words(&rows, 1, METHOD, "tables");
    expect_words(&rows, 4, METHOD, "mlp");
    expect_words(&rows, 6, METHOD, "");
}

Test(bench, has_the_sizes_that_were_asked_for) {
    struct rows rows = bench_rows("", BRIEF "--model average,attention --engine fast --batch 1 "
                                            "--threads 3 --pairs 3 --letters 900 --digits 800 "
                                            "--width 12 --heads 2 --score dot");
    static const char *const sizes[] = {"3", "900", "800", "12", "1", "3"};
    cr_assert_eq(rows.count, 2);
    for (size_t row = 0; row < 2; row++) {
        for (size_t f = 0; f < 6; f++) expect_words(&rows, row, PAIRS + f, sizes[f]);
        expect_words(&rows, row, METHOD, "direct");
    }
    expect_words(&rows, 0, MODEL, "average");
    expect_words(&rows, 1, SCORE, "dot");
}

Test(bench, the_numbers_of_a_row_agree) {
    struct rows rows = bench_rows("", "-q --seconds 0.002 --repetitions 6 --batch 37");
    cr_assert_eq(rows.count, 6);
    for (size_t row = 0; row < rows.count; row++) {
        double ns = number(&rows, row, NS), examples = number(&rows, row, EXAMPLES);
        cr_expect_gt(number(&rows, row, LOW), 0);
        cr_expect_leq(number(&rows, row, LOW), ns);
        cr_expect_leq(ns, number(&rows, row, HIGH));
        assert_near(ns * examples / 1e9, 1, 1e-6, "ns times examples/s");
        assert_near(number(&rows, row, STEPS) * 37 / examples, 1, 1e-6, "steps times batch");
        expect_words(&rows, row, REPEATED, "6");
    }
}

Test(bench, goes_through_all_kernels) {
    const struct kernel *list[KERNEL_MOST + 1];
    struct rows rows = bench_rows("", BRIEF "--kernel all --model average --batch 8");
    size_t count = 0;
    kernel_list(list);
    for (; list[count]; count++) expect_words(&rows, count, KERNEL, list[count]->name);
    cr_assert_eq(rows.count, count + 1);
    expect_words(&rows, count, ENGINE, "reference");
}

Test(bench, takes_the_kernel_of_the_option_before_that_of_the_environment) {
    const struct kernel *list[KERNEL_MOST + 1];
    char options[128];
    kernel_list(list);
    snprintf(options, sizeof options, BRIEF "--model average --engine fast --batch 8 --kernel %s",
             list[0]->name);
    struct rows rows = bench_rows("ATTNLEARN_KERNEL=base", options);
    expect_words(&rows, 0, KERNEL, list[0]->name);
    *strstr(options, "--kernel") = '\0';
    rows = bench_rows("ATTNLEARN_KERNEL=base", options);
    expect_words(&rows, 0, KERNEL, "base");
}

/* Reads a value and asserts that it says what the cell says: "word", null for an empty one, or the
 * number in the same characters. */
static void expect_value(struct json *json, const char *cell) {
    struct text word = {0};
    struct error error;
    while (json->bytes[json->at] == ' ') json->at++;
    const char *at = json->bytes + json->at;
    if (*at == '"') {
        cr_assert(json_string(json, &word, &error), "%s", error.message);
        cr_expect_str_eq(word.data, cell);
        text_free(&word);
        return;
    }
    const char *expected = *cell ? cell : "null";
    size_t length = strcspn(at, ",}");
    cr_expect(strlen(expected) == length && !memcmp(at, expected, length), "%s: not %.*s", expected,
              (int)length, at);
    json->at += length;
}

static void expect_object(struct json *json, char cells[FIELDS][32]) {
    char header[] = HEADER;
    struct error error;
    size_t field = 0;
    cr_assert(json_expect(json, '{', &error), "%s", error.message);
    for (char *name = strtok(header, ","); name; name = strtok(NULL, ","), field++) {
        struct text key = {0};
        cr_assert(!field || json_expect(json, ',', &error), "%s", error.message);
        cr_assert(json_string(json, &key, &error), "%s", error.message);
        cr_expect_str_eq(key.data, name);
        text_free(&key);
        cr_assert(json_expect(json, ':', &error), "%s", error.message);
        expect_value(json, cells[field]);
    }
    cr_assert(json_expect(json, '}', &error), "%s", error.message);
}

Test(bench, json_says_what_the_csv_says) {
    char path[256];
    struct outcome outcome = run("attnlearn bench --json --csv $T/rows.csv" BRIEF "--batch 5");
    struct json json = {"the JSON", outcome.out, outcome.out_size, 0};
    struct error error;
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    snprintf(path, sizeof path, "%s/rows.csv", test_folder());
    struct rows rows = read_rows(path);
    cr_assert_eq(rows.count, 6);
    cr_assert(json_expect(&json, '[', &error), "%s", error.message);
    for (size_t row = 0; row < rows.count; row++) {
        cr_assert(!row || json_expect(&json, ',', &error), "%s", error.message);
        expect_object(&json, rows.cells[row]);
    }
    cr_expect(json_expect(&json, ']', &error) && json_end(&json, &error), "%s", error.message);
    cr_expect_eq(json_number(outcome.out, "batch"), 5);
    outcome_free(&outcome);
}

Test(bench, the_table_says_once_what_all_rows_have_in_common) {
    struct outcome outcome =
        run("attnlearn bench --seconds 0 --repetitions 2 --batch 5 --engine fast 2>/dev/null");
    cr_assert_eq(outcome.status, 0);
    static const char start[] = "score scaled-dot, pairs 6, letters 8, digits 10, width 16, "
                                "threads 1, repetitions 2\nengine  kernel";
    cr_expect_eq(strncmp(outcome.out, start, sizeof start - 1), 0, "%s", outcome.out);
    cr_expect(strstr(outcome.out, " batch  ns/example"), "%s", outcome.out);
    cr_expect(strstr(outcome.out, "steps/s\nfast "), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(bench, the_table_shows_what_differs) {
    struct outcome outcome = run("attnlearn bench --ladder --engine fast --seconds 0 "
                                 "--repetitions 1 2>/dev/null");
    cr_assert_eq(outcome.status, 0);
    cr_expect(strstr(outcome.out, "  pairs  letters  digits  width  batch  "), "%s", outcome.out);
    cr_expect(strstr(outcome.out, "     64     8192    8192     64     64  "), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(bench, the_table_makes_way_for_a_csv_on_standard_output) {
    struct outcome outcome = run("attnlearn bench --seconds 0 --repetitions 1 --batch 5 --csv -");
    cr_expect_eq(outcome.status, 0);
    cr_expect_eq(strncmp(outcome.out, HEADER "\nfast,", strlen(HEADER) + 6), 0, "%s", outcome.out);
    cr_expect_null(strstr(outcome.out, "ns/example"));
    cr_expect(strstr(outcome.err, "ns/example"), "%s", outcome.err);
    outcome_free(&outcome);
}

Test(bench, refuses_what_contradicts_itself) {
    static const char *const refusals[][2] = {
        {"--kernel avx1024", "--kernel: this machine and build have no kernel 'avx1024'"},
        {"--kernel al", "no kernel 'al': did you mean 'all'?"},
        {"--kernel bas", "no kernel 'bas': did you mean 'base'?"},
        {"--kernel base --engine reference", "--kernel is of the fast engine"},
        {"--ladder --letters 8", "--ladder goes through sizes of its own: leave out --letters"},
        {"--ladder --width=16", "leave out --width"},
        {"--ladder --heads 3", "the rung of 8 letters: --heads 3 must divide --width"},
        {"--json --csv -", "--json and --csv - both write to standard output"},
        {"--repetitions 0", "--repetitions: it must be from 1"},
        {"--seconds -1", "--seconds: "},
        {"--batch 0", "--batch: "},
        {"--model attention,mpl", "did you mean 'mlp'?"},
        {"--letters 3", "--letters"},
        {"--steps 3", "bench has no option '--steps'"},
        {"file", "bench does not take the argument 'file'"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char command[128];
        snprintf(command, sizeof command, "attnlearn bench %s", refusals[i][0]);
        assert_refused(2, refusals[i][1], command);
    }
}

Test(bench, refuses_what_it_cannot_write_or_hold) {
    assert_refused(1, "cannot write $T/none/rows.csv",
                   "attnlearn bench -q --csv '$T/none/rows.csv'");
    assert_refused(1, "needs more memory than can be addressed",
                   "attnlearn bench -q --model mlp --pairs 10000 --letters 1000000 "
                   "--digits 1000000 --hidden 1000000");
    struct outcome outcome = run("attnlearn bench" BRIEF "--batch 5 --json >/dev/full");
    cr_expect_eq(outcome.status, 1);
    outcome_free(&outcome);
}

/* --- The version. ---------------------------------------------------------------------------- */

static void expect_version(const char *environment, const struct kernel *used) {
    const struct kernel *list[KERNEL_MOST + 1];
    char line[256] = "\nkernels: ";
    kernel_list(list);
    for (size_t i = 0; list[i]; i++) {
        size_t length = strlen(line);
        snprintf(line + length, sizeof line - length, "%s%s%s", i ? ", " : "", list[i]->name,
                 list[i] == used ? " (in use)" : "");
    }
    strcat(line, "\n");
    struct outcome outcome = run("%s attnlearn --version", environment);
    cr_expect(strstr(outcome.out, line), "%s: not in %s", line, outcome.out);
    outcome_free(&outcome);
}

Test(bench, the_version_names_the_kernels_and_the_one_in_use) {
    const struct kernel *list[KERNEL_MOST + 1];
    size_t last = 0;
    kernel_list(list);
    while (list[last + 1]) last++;
    expect_version("unset ATTNLEARN_KERNEL;", list[0]);
    assert_refused(2, "ATTNLEARN_KERNEL=nothing", "ATTNLEARN_KERNEL=nothing attnlearn --version");
    expect_version("ATTNLEARN_KERNEL=base", list[last]);
}
