/* The gradient of every tensor, for explain.
 *
 * Where a tensor's input is one-hot only the columns at a 1 have a gradient, and only those are
 * shown; of M it is the row of the query's letter. */
#include "command/explain/explain.h"
#include "model/kind.h"
#include "task/letter.h"

#include <stdio.h>
#include <string.h>

enum { QUERY, PAIRS, INPUT, DENSE, ENTRIES, DIGITS };

static const struct rule {
    const char *formula; /* NULL: the score's */
    int rows;            /* QUERY: the row of its letter; ENTRIES, DIGITS: all */
    int columns;         /* QUERY, PAIRS, INPUT: where its one-hot input is 1; DENSE: all */
} rules[TENSOR_COUNT] = {
    [M] = {NULL, QUERY, PAIRS},
    [W_Q] = {"dq x_query^T", ENTRIES, QUERY},
    [W_K] = {"sum_i dk_i x_i^T", ENTRIES, PAIRS},
    [W_S] = {NULL, ENTRIES, DENSE},
    [W_V] = {"sum_i dv_i x_i^T", ENTRIES, PAIRS},
    [W_O] = {"dlogits o^T", DIGITS, DENSE},
    [B_O] = {"dlogits", DIGITS, DENSE},
    [W_1] = {"dz x^T", ENTRIES, INPUT},
    [B_1] = {"dz", ENTRIES, DENSE},
    [W_2] = {"dlogits h^T", DIGITS, DENSE},
    [B_2] = {"dlogits", DIGITS, DENSE},
};

/* The columns of a grid as they are gathered. */
struct gathering {
    struct grid *grid;
    const double *numbers;
    size_t stride; /* of the tensor's rows */
    size_t count;  /* columns so far */
};

static void gather(struct gathering *gathering, size_t column, const char *name, size_t of) {
    size_t i = gathering->count++;
    if (grid_shows(i, of, GRID_NONE)) {
        grid_add(gathering->grid, gathering->numbers + column, gathering->stride, "%s", name);
    } else {
        gathering->grid->columns_left_out++;
    }
}

/* Whether digit number i of the example stands in an earlier pair too. */
static bool seen_before(const struct example *example, size_t i) {
    for (size_t j = 0; j < i; j++) {
        if (example->digits[j] == example->digits[i]) return true;
    }
    return false;
}

static size_t count_digits(const struct example *example) {
    size_t count = 0;
    for (size_t i = 0; i < example->count; i++) count += !seen_before(example, i);
    return count;
}

/* The letters of the pairs, then their digits, each once. */
static void gather_pairs(struct gathering *gathering, const struct explanation *explanation) {
    const struct example *example = explanation->example;
    size_t n = example->count, of = n + count_digits(example);
    char name[GRID_NAME_SIZE];
    for (size_t i = 0; i < n; i++) {
        gather(gathering, example->letters[i], letter_name(example->letters[i], name), of);
    }
    for (size_t i = 0; i < n; i++) {
        if (seen_before(example, i)) continue;
        snprintf(name, sizeof name, "%u", (unsigned)example->digits[i]);
        gather(gathering, explanation->model->task.letters + example->digits[i], name, of);
    }
}

/* The letter and the digit of each pair at its place, then the query's letter. */
static void gather_input(struct gathering *gathering, const struct explanation *explanation) {
    const struct example *example = explanation->example;
    size_t n = example->count, of = 2 * n + 1;
    char name[2 * GRID_NAME_SIZE], letter[LETTER_SIZE];
    for (size_t i = 0; i < n; i++) {
        snprintf(name, sizeof name, "x_%zu:%s", i + 1, letter_name(example->letters[i], letter));
        gather(gathering, explanation->pass.ones[2 * i], name, of);
        snprintf(name, sizeof name, "x_%zu:%u", i + 1, (unsigned)example->digits[i]);
        gather(gathering, explanation->pass.ones[2 * i + 1], name, of);
    }
    snprintf(name, sizeof name, "query:%s", letter_name(example->letters[example->query], letter));
    gather(gathering, explanation->pass.ones[2 * n], name, of);
}

static void gather_all(struct gathering *gathering, size_t columns) {
    char name[GRID_NAME_SIZE];
    for (size_t j = 0; j < columns; j++) {
        snprintf(name, sizeof name, "%zu", j + 1);
        gather(gathering, j, name, columns);
    }
}

static void gather_columns(struct gathering *gathering, const struct explanation *explanation,
                           const struct tensor *tensor) {
    const struct example *example = explanation->example;
    uint32_t letter = example->letters[example->query];
    char name[GRID_NAME_SIZE];
    switch (rules[tensor->id].columns) {
    case QUERY:
        gather(gathering, letter, letter_name(letter, name), 1);
        break;
    case PAIRS:
        gather_pairs(gathering, explanation);
        break;
    case INPUT:
        gather_input(gathering, explanation);
        break;
    default:
        gather_all(gathering, tensor->columns);
    }
}

static void letter_row(const void *context, size_t row, char name[GRID_NAME_SIZE]) {
    const struct example *example = context;
    (void)row;
    letter_name(example->letters[example->query], name);
}

/* The grid's rows for a matrix: digits, entries, or the query's letter. */
static struct grid matrix_grid(const struct explain *explain, const struct tensor *tensor) {
    int rows = rules[tensor->id].rows;
    struct grid grid =
        rows == DIGITS ? explain_digits_grid(explain) : explain_entries_grid(explain, tensor->rows);
    grid.mark = NULL;
    grid.decimals = EXPLAIN_ENTRY_DECIMALS;
    grid.alike = true;
    if (rows == QUERY) {
        grid.corner = "letter";
        grid.row_count = 1;
        grid.row_name = letter_row;
        grid.context = explain->explanation->example;
    }
    return grid;
}

/* Which part of the tensor has a gradient. */
static void tell_shown(struct explain *explain, const struct tensor *tensor, size_t columns) {
    static const char *const ones[] = {
        [QUERY] = "column of the query's letter",
        [PAIRS] = "columns of the pairs' letters, then digits",
        [INPUT] = "columns where x is 1",
    };
    const struct rule *rule = &rules[tensor->id];
    if (rule->columns == DENSE) return;
    text_format(explain->text, "   %s%s", rule->rows == QUERY ? "the query's row, " : "",
                ones[rule->columns]);
    if (columns < tensor->columns || rule->rows == QUERY) {
        text_string(explain->text, "; the rest is 0");
    }
    text_string(explain->text, "\n");
}

static void explain_matrix(struct explain *explain, const struct tensor *tensor) {
    const struct explanation *explanation = explain->explanation;
    const struct example *example = explanation->example;
    const struct rule *rule = &rules[tensor->id];
    const double *numbers = explanation->gradient + tensor->offset;
    size_t row = rule->rows == QUERY ? example->letters[example->query] : 0;
    struct grid grid = matrix_grid(explain, tensor);
    struct gathering gathering = {&grid, numbers + row * tensor->columns, tensor->columns, 0};
    gather_columns(&gathering, explanation, tensor);
    tell_shown(explain, tensor, gathering.count);
    explain_draw(explain, &grid);
}

static void explain_tensor(struct explain *explain, const struct tensor *tensor) {
    const struct explanation *explanation = explain->explanation;
    const struct rule *rule = &rules[tensor->id];
    char name[16];
    snprintf(name, sizeof name, "d%s", tensor->name);
    explain_step(explain, "%s = %s", name,
                 rule->formula ? rule->formula : explanation->model->score->dw);
    if (tensor->is_vector) {
        explain_row(explain, name, rule->rows == DIGITS ? "c" : "j",
                    explanation->gradient + tensor->offset, tensor->count, rule->rows != DIGITS);
    } else {
        explain_matrix(explain, tensor);
    }
}

void explain_tensors(struct explain *explain) {
    const struct model *model = explain->explanation->model;
    text_string(explain->text, "\nGRADIENTS of the parameters\n");
    for (size_t t = 0; t < model->tensor_count; t++) explain_tensor(explain, &model->tensors[t]);
}
