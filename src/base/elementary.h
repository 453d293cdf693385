/* Elementary functions in double precision, the same bits on every machine.
 *
 * The C library's exp and log differ in the last place from one library to the next; a training
 * run that must give the same bytes everywhere cannot use them. These use only +, -, *, / and
 * integer operations, which IEEE 754 defines to the bit (no contraction, no fast-math). All but
 * the power are within 2 units in the last place of the true value over their whole range. */
#ifndef BASE_ELEMENTARY_H
#define BASE_ELEMENTARY_H

#include <stdint.h>

/* e^x; 0 below -745.2, inf above 709.8, nan for nan. */
double elementary_exp(double x);

/* Natural logarithm; -inf for 0, nan for x < 0. */
double elementary_log(double x);

/* ln(1 + x), x >= 0. */
double elementary_log1p(double x);

/* Hyperbolic tangent. */
double elementary_tanh(double x);

/* cos(2 pi u), u in turns, |u| <= 2^51; exact at the quarters. */
double elementary_cos_turns(double u);

/* Sine and cosine of x in radians, |x| <= ELEMENTARY_MOST_RADIANS. */
enum { ELEMENTARY_MOST_RADIANS = 1 << 26 };
double elementary_sin(double x);
double elementary_cos(double x);

/* x^n by repeated squaring, a pure function of x and n; within about n units in the last place. */
double elementary_power(double x, uint64_t n);

#endif
