/* The parts of the command explain: numbered steps, each with its formula and its numbers.
 *
 * Symbols are those of the formulas; i and j are pairs from 1, h heads from 1, letters and digits
 * stand by name. Numbers of a pair or a digit have 6 decimals, entries of vectors and matrices 4;
 * long ones are folded as draw/grid.h says, and --json has them whole. */
#ifndef COMMAND_EXPLAIN_H
#define COMMAND_EXPLAIN_H

#include "base/text.h"
#include "draw/grid.h"
#include "model/explanation.h"

enum { EXPLAIN_DECIMALS = 6, EXPLAIN_ENTRY_DECIMALS = 4 };

struct explain {
    const struct explanation *explanation;
    struct text *text;
    size_t width; /* columns of a line */
    size_t step;  /* the last one's number */
};

/* Append the steps from the inputs to the loss; from the loss back to the vectors; and the gradient
 * of every tensor. */
void explain_forward(struct explain *explain);
void explain_backward(struct explain *explain);
void explain_tensors(struct explain *explain);

/* Appends all numbers as JSON. */
void explain_json(struct text *text, const struct explanation *explanation);

/* Begins a step: appends "N. " and the formula. */
void explain_step(struct explain *explain, const char *format, ...) BASE_PRINTF(2, 3);

/* Appends "NAME = number" and what follows, as printf writes both. */
void explain_number(struct explain *explain, double number, const char *after, const char *format,
                    ...) BASE_PRINTF(4, 5);

/* Grids whose rows are the pairs (asked one marked), the digits (answer marked), or the entries of
 * a vector (a blank line between heads). */
struct grid explain_pairs_grid(const struct explain *explain, const char *corner);
struct grid explain_digits_grid(const struct explain *explain);
struct grid explain_entries_grid(const struct explain *explain, size_t count);

/* Adds a column for each pair, "NAME_i pair", of the vectors numbers[i][width]. */
void explain_add_pairs(const struct explain *explain, struct grid *grid, const char *name,
                       const double *numbers, size_t width);

/* Appends the grid. */
void explain_draw(struct explain *explain, const struct grid *grid);

/* Appends vector[count] as one row of that name, a column an entry, numbered from `first`; corner says
 * what the numbers are. */
void explain_row(struct explain *explain, const char *name, const char *corner,
                 const double *vector, size_t count, size_t first);

/* Calls `part` for each head that is shown, after its number where there are several. */
void explain_heads(struct explain *explain, void (*part)(struct explain *, size_t h));

#endif
