/* «Did you mean»: see nearest.h. */
#include "base/nearest.h"

#include <string.h>

#define LONGEST 63

static size_t least(size_t a, size_t b, size_t c) {
    size_t ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Optimal string alignment: row i holds the distances of the first i bytes of `from`. */
size_t nearest_distance(const char *from, const char *to) {
    size_t n = strlen(from), m = strlen(to);
    if (n > LONGEST || m > LONGEST) return LONGEST + 1;
    size_t row[LONGEST + 2][LONGEST + 2];
    for (size_t i = 0; i <= n; i++) row[i][0] = i;
    for (size_t j = 0; j <= m; j++) row[0][j] = j;
    for (size_t i = 1; i <= n; i++) {
        for (size_t j = 1; j <= m; j++) {
            size_t replaced = row[i - 1][j - 1] + (from[i - 1] != to[j - 1]);
            row[i][j] = least(replaced, row[i - 1][j] + 1, row[i][j - 1] + 1);
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
                row[i][j] = least(row[i][j], row[i - 2][j - 2] + 1, row[i][j]);
            }
        }
    }
    return row[n][m];
}

void nearest_offer(struct nearest *nearest, const char *name) {
    size_t allowed = strlen(nearest->typed) / 3;
    allowed = allowed < 1 ? 1 : allowed > 3 ? 3 : allowed;
    size_t distance = nearest_distance(nearest->typed, name);
    if (distance > allowed || (nearest->best && distance >= nearest->distance)) return;
    nearest->best = name;
    nearest->distance = distance;
}
