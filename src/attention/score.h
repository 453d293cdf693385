/* Score functions: how well a key answers a query.
 *
 * One file and one row of the table a score; a new one is both. */
#ifndef ATTENTION_SCORE_H
#define ATTENTION_SCORE_H

#include <stddef.h>

struct score {
    const char *name;    /* as --score takes it */
    const char *formula; /* for people */

    /* s = score(q[d], k[d]). */
    double (*forward)(size_t d, const double *q, const double *k);

    /* Adds ds * ds/dq to dq[d] and ds * ds/dk to dk[d], ds being the upstream gradient. */
    void (*backward)(size_t d, const double *q, const double *k, double ds, double *dq, double *dk);
};

extern const struct score score_scaled_dot;
extern const struct score score_dot;

/* All scores; NULL ends the list. */
extern const struct score *const scores[];

/* The score of that name, or NULL. */
const struct score *score_find(const char *name);

#endif
