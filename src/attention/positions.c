/* Sinusoidal positions: see positions.h. */
#include "attention/positions.h"

static const double LN_10000 = 0x1.26bb1bbb55516p+3;

void positions_add(struct matrix *x) {
    double d = (double)x->columns;
    for (size_t c = 0; c < x->columns; c++) {
        double exponent = (double)(c - c % 2) / d; /* 2i/d */
        double wavelength = elementary_exp(exponent * LN_10000);
        double (*wave)(double) = c % 2 ? elementary_cos : elementary_sin;
        for (size_t p = 0; p < x->rows; p++) matrix_row(x, p)[c] += wave((double)p / wavelength);
    }
}
