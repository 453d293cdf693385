/* Sinusoidal positions (Vaswani et al. 2017).
 *
 *   pe[p][2i] = sin(p / 10000^(2i/d))      pe[p][2i+1] = cos(p / 10000^(2i/d))
 *
 * for row p = 0, 1, ... of d columns; an odd d ends with a sine. */
#ifndef ATTENTION_POSITIONS_H
#define ATTENTION_POSITIONS_H

#include "attention/matrix.h"
#include "base/elementary.h"

/* The most rows that have a position. */
enum { POSITIONS_MOST = ELEMENTARY_MOST_RADIANS };

/* x[p][c] += pe[p][c]; x has at most POSITIONS_MOST rows. */
void positions_add(struct matrix *x);

#endif
