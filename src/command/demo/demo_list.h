/* Lists of numbers that lessons take, as "2,1,0,-1", and Jacobians of as many weights. */
#ifndef COMMAND_DEMO_LIST_H
#define COMMAND_DEMO_LIST_H

#include "base/text.h"

enum { DEMO_LIST_MOST = 6 };

struct demo_list {
    size_t count; /* 2 .. DEMO_LIST_MOST */
    double numbers[DEMO_LIST_MOST];
};

/* Reads the value of --OPTION: 2 to 6 numbers from min to max. STATUS_USAGE. */
bool demo_list_read(struct demo_list *list, const char *option, const char *text, double min,
                    double max, struct error *error);

/* Appends a line "NAME  x_1  x_2 ..." in columns of 12, 6 decimals. */
void demo_list_row(struct text *text, const char *name, const double *numbers, size_t count);

/* da_i/ds_j at [i][j]. */
struct demo_jacobian {
    double entry[DEMO_LIST_MOST][DEMO_LIST_MOST];
};

/* That of the softmax at the weights a[count]. */
struct demo_jacobian demo_jacobian(const double *a, size_t count);

/* Appends its rows, with the names of rows and columns. */
void demo_jacobian_text(struct text *text, const struct demo_jacobian *jacobian, size_t count);

#endif
