/* The files in configs/ and data/: each runs, and shows what it says. */
#include "attention/head.h"
#include "model/kind.h"
#include "support.h"
#include "support_curves.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_config(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".ini") == 0;
}

/* Begins with a comment that says something, and runs as it is but for its length. */
static void check_config(const char *name) {
    char path[300];
    snprintf(path, sizeof path, "configs/%s", name);
    char *bytes = read_file(path, NULL);
    cr_expect(bytes && strncmp(bytes, "# ", 2) == 0 && strcspn(bytes, "\n") > 20, "%s", path);
    free(bytes);
    struct outcome outcome =
        run("attnlearn train --config %s --steps 5 --eval-examples 5 -q --csv -", path);
    cr_assert_eq(outcome.status, 0, "%s: %s", path, outcome.err);
    struct curves curves = read_curves(outcome.out);
    cr_expect_str_eq(curves.rows[curves.count - 1][STEP], "5", "%s", path);
    curves_free(&curves);
    outcome_free(&outcome);
}

Test(configs, each_runs_and_says_what_it_shows) {
    DIR *folder = opendir("configs");
    cr_assert(folder);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!is_config(entry->d_name)) continue;
        check_config(entry->d_name);
        count++;
    }
    closedir(folder);
    cr_expect_geq(count, 6);
}

Test(configs, default_is_the_whole_default_configuration) {
    assert_prints(
        "attnlearn train --print-config >$T/a; tail -n +2 configs/default.ini | cmp - $T/a", "");
    assert_prints("attnlearn train --config configs/default.ini --print-config | cmp - $T/a", "");
}

Test(configs, compare_has_every_model) {
    struct outcome outcome = run("attnlearn train --config configs/compare.ini --print-config");
    const char *line = strstr(outcome.out, "\nmodel = ");
    cr_assert(line);
    for (size_t i = 0; model_kinds[i]; i++) {
        const char *found = strstr(line, model_kinds[i]->name);
        cr_expect(found && found < strchr(line + 1, '\n'), "%s", model_kinds[i]->name);
    }
    outcome_free(&outcome);
}

/* The accuracy after some steps of a configuration of attention. */
static double accuracy_of(const char *options) {
    struct outcome outcome =
        run("attnlearn train --eval-every 500 --eval-examples 500 -q --csv - %s", options);
    cr_assert_eq(outcome.status, 0, "%s: %s", options, outcome.err);
    struct curves curves = read_curves(outcome.out);
    cr_expect_str_eq(curves.rows[0][MODEL], "attention");
    double accuracy = cell_number(&curves, curves.count - 1, EVAL_ACCURACY);
    curves_free(&curves);
    outcome_free(&outcome);
    return accuracy;
}

Test(configs, attention_learns_under_sgd) {
    cr_expect_geq(accuracy_of("--config configs/sgd.ini --steps 150"), 0.99);
}

Test(configs, unscaled_stalls_where_scaled_learns) {
    cr_expect_lt(accuracy_of("--config configs/unscaled.ini --steps 200"), 0.95);
    cr_expect_geq(accuracy_of("--config configs/unscaled.ini --steps 200 --score scaled-dot"),
                  0.99);
}

Test(data, the_evaluation_set_is_what_generate_makes) {
    assert_prints("attnlearn generate --stream eval --examples 200 | cmp - data/eval.csv", "");
    assert_prints("attnlearn generate --examples 200 | cmp -s - data/eval.csv || echo other",
                  "other\n");
    assert_prints("attnlearn train --steps 0 --eval-examples 200 --csv $T/a -q &&"
                  "attnlearn train --steps 0 --eval-data data/eval.csv --csv $T/b -q &&"
                  "cmp $T/a $T/b",
                  "");
}

/* Reads a file of rows of numbers, `count` in all, with nothing else. */
static void read_numbers(const char *path, size_t count, double *numbers) {
    char *bytes = read_file(path, NULL), *at = bytes;
    cr_assert(bytes, "%s", path);
    for (size_t i = 0; i < count; i++) {
        char *end;
        numbers[i] = strtod(at, &end);
        cr_assert(end > at && (*end == ',' || *end == '\n'), "%s: '%s'", path, at);
        at = end + 1;
    }
    cr_expect(!*at, "%s: '%s' is left", path, at);
    free(bytes);
}

Test(data, the_soft_dictionary_gives_what_it_should) {
    double q[2], k[6], v[3], s[3], a[3], o;
    static const double scores_expected[3] = {1.414214, 0.707107, -1.414214};
    static const double weights_expected[3] = {0.644257, 0.317663, 0.038079};
    read_numbers("data/dictionary/query.csv", 2, q);
    read_numbers("data/dictionary/key.csv", 6, k);
    read_numbers("data/dictionary/value.csv", 3, v);
    struct head head = head_of_rows(&score_scaled_dot, 3, 2, 1);
    head_forward(&head, q, k, v, s, a, &o);
    for (size_t i = 0; i < 3; i++) {
        assert_near(s[i], scores_expected[i], 5e-7, "score");
        assert_near(a[i], weights_expected[i], 5e-7, "weight");
    }
    assert_near(o, 13.938218, 5e-7, "result");
}

/* n keys are seen by each query; n = 0: the query's own and those before it. */
static void expect_tokens(size_t n, const double expected[6]) {
    double tokens[6], v[6], s[3], a[3], o[2];
    read_numbers("data/tokens/tokens.csv", 6, tokens);
    read_numbers("data/tokens/value.csv", 6, v);
    for (size_t i = 0; i < 3; i++) {
        struct head head = head_of_rows(&score_scaled_dot, n ? n : i + 1, 2, 2);
        head_forward(&head, tokens + 2 * i, tokens, v, s, a, o);
        assert_near(o[0], expected[2 * i], 0.005, "first column");
        assert_near(o[1], expected[2 * i + 1], 0.005, "second column");
    }
}

Test(data, the_tokens_give_what_they_should) {
    static const double all[6] = {6.02, 3.98, 3.98, 6.02, 5, 5};
    static const double causal[6] = {10, 0, 3.30, 6.70, 5, 5};
    expect_tokens(3, all);
    expect_tokens(0, causal);
}
