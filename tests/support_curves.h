/* Curves files in the tests: read strictly, as the program promises to write them. */
#ifndef TESTS_SUPPORT_CURVES_H
#define TESTS_SUPPORT_CURVES_H

#include <stdbool.h>
#include <stddef.h>

/* The columns in their order. */
enum curve_column {
    MODEL,
    SCORE,
    SEED,
    STEP,
    EXAMPLES,
    TRAIN_LOSS,
    EVAL_LOSS,
    EVAL_ACCURACY,
    ANSWER_WEIGHT,
    ATTENTION_ENTROPY,
    GRAD_NORM,
    LEARNING_RATE,
    UNIFORM_LOSS,
    AVERAGE_FLOOR,
    BLIND_FLOOR,
    COLUMN_COUNT
};

struct curves {
    char *bytes; /* of all cells */
    size_t count;
    char *(*rows)[COLUMN_COUNT];
};

/* Reads the text of a curves file (a copy is kept). Asserts the exact header, rows of as many
 * cells, and a line end after each. Give it back with curves_free. */
struct curves read_curves(const char *text);
void curves_free(struct curves *curves);

/* The curves of `attnlearn train` with these options, on 100 examples an evaluation; it must succeed
 * and be silent. */
struct curves train_curves(const char *options);

/* The rows of one model alone; they point into `all`. Give them back with curves_free. */
struct curves select_model(const struct curves *all, const char *model);

/* Asserts that both have the same cells, but for the columns left out (COLUMN_COUNT: none). Rows of
 * `fewer` are looked up in `more` by model and step. */
void assert_rows_in(const struct curves *fewer, const struct curves *more,
                    enum curve_column left_out);

/* A cell's number; fails the test where it is not one to its end. */
double cell_number(const struct curves *curves, size_t row, enum curve_column column);

#endif
