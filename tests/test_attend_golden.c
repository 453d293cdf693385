/* attend against the golden cases: values and gradients from automatic differentiation in double
 * precision (tests/data/golden/README.md). Every folder there is a case. */
#include "attention/matrix.h"
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES "tests/data/golden/attend"

static char *case_path(const char *name, const char *file) {
    static char path[400];
    snprintf(path, sizeof path, CASES "/%s/%s", name, file);
    return path;
}

static bool is_there(const char *path) {
    FILE *file = fopen(path, "r");
    if (file) fclose(file);
    return file;
}

/* Asserts that the numbers are those of the file, relative to its largest entry. */
static void assert_numbers(const double *numbers, const char *name, const char *file,
                           double tolerance, size_t *count) {
    struct matrix expected;
    struct error error;
    double largest = 0;
    cr_assert(matrix_read(&expected, case_path(name, file), &error), "%s", error.message);
    *count = expected.rows * expected.columns;
    for (size_t i = 0; i < *count; i++) largest = fmax(largest, fabs(expected.x[i]));
    for (size_t i = 0; i < *count; i++) {
        assert_near(numbers[i], expected.x[i], tolerance * largest, case_path(name, file));
    }
    matrix_free(&expected);
}

static void check_weights(const char *json, const char *name) {
    size_t found, count = 0, more;
    char file[40];
    double *weights = json_numbers_of(json, "weights", &found);
    for (int h = 0;; h++, count += more) {
        snprintf(file, sizeof file, "expected-weights-%d.csv", h);
        if (!is_there(case_path(name, file))) break;
        assert_numbers(weights + count, name, file, 1e-9, &more);
    }
    cr_expect(count > 0 && count == found, "%s: %zu weights, expected %zu", name, found, count);
    free(weights);
}

/* The matrix under `key` against the file, which is there exactly if the key is. */
static void check_matrix(const char *json, const char *name, const char *key, const char *file,
                         double tolerance) {
    char quoted[40];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    bool expected = is_there(case_path(name, file));
    cr_assert_eq(strstr(json, quoted) != NULL, expected, "%s: %s in %s", name, key, json);
    if (!expected) return;
    size_t found, count;
    double *numbers = json_numbers_of(json, key, &found);
    assert_numbers(numbers, name, file, tolerance, &count);
    cr_expect_eq(found, count, "%s: %zu numbers of %s, expected %zu", name, found, key, count);
    free(numbers);
}

static void check_case(const char *name) {
    struct outcome outcome = run("cd " CASES "/%s && attnlearn attend $(cat flags.txt) "
                                 "--grad-output grad-output.csv --json",
                                 name);
    cr_assert_eq(outcome.status, 0, "%s: %s", name, outcome.err);
    check_weights(outcome.out, name);
    check_matrix(outcome.out, name, "output", "expected-output.csv", 1e-9);
    check_matrix(outcome.out, name, "grad_query", "expected-grad-query.csv", 1e-8);
    check_matrix(outcome.out, name, "grad_key", "expected-grad-key.csv", 1e-8);
    check_matrix(outcome.out, name, "grad_value", "expected-grad-value.csv", 1e-8);
    outcome_free(&outcome);
}

Test(attend, agrees_with_the_golden_cases) {
    DIR *folder = opendir(CASES);
    size_t count = 0;
    cr_assert(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        check_case(entry->d_name);
        count++;
    }
    closedir(folder);
    cr_expect_geq(count, 17, "%zu cases", count);
}
