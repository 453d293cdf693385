/* Which kernel and which method: see choose.h. */
#include "model/fast/choose.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

extern const struct kernel kernel_avx512, kernel_avx2, kernel_base;

void kernel_list(const struct kernel *list[KERNEL_MOST + 1]) {
    size_t count = 0;
#ifdef HAVE_KERNEL_AVX512
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
        list[count++] = &kernel_avx512;
    }
#endif
#ifdef HAVE_KERNEL_AVX2
    if (__builtin_cpu_supports("avx2")) list[count++] = &kernel_avx2;
#endif
    list[count++] = &kernel_base;
    list[count] = NULL;
}

const struct kernel *kernel_choose(void) {
    const struct kernel *list[KERNEL_MOST + 1];
    const char *name = getenv("ATTNLEARN_KERNEL");
    kernel_list(list);
    for (size_t i = 0; name && list[i]; i++) {
        if (strcmp(list[i]->name, name) == 0) return list[i];
    }
    return list[0];
}

/* What a score costs, for each 16 entries of a head: a step's tables for each (query, letter or
 * digit) and for each (query, pair); an example alone for each pair, its embedding included. */
static const struct score_cost {
    double factor, entry, alone;
} score_costs[] = {
    [FAST_UNIFORM] = {0, 0, 14},   [FAST_PRODUCT] = {3, 0, 14}, [FAST_DISTANCE] = {0, 1.5, 14},
    [FAST_ADDITIVE] = {0, 10, 22}, [FAST_MATRIX] = {0, 0, 8},
};

bool fast_prefers_tables(const struct fast_shape *shape, size_t batch) {
    enum { MOST_BYTES = 64 << 20 };
    struct fast_sizes sizes = fast_table_sizes(shape);
    size_t bytes = size_multiply(size_add(sizes.tables, sizes.sums), sizeof(float));
    if (bytes > MOST_BYTES) return false;
    double L = (double)shape->letters, C = (double)shape->digits, N = (double)shape->pairs;
    double H = (double)shape->heads, rows = (double)shape->digit_stride / 16;
    double D = (double)shape->head_stride, W = (double)shape->width_stride;
    double P = (double)shape->pair_count;
    struct score_cost cost = score_costs[shape->score];
    double scores = (L * (L + C) * cost.factor + L * L * C * cost.entry) * D / 16;
    if (shape->scored) scores += L * P / 2;
    double step = H * (scores + L * C * rows * 2 + (L + C) * D * rows * 1.5);
    double looked_up = H * N * (5 * rows + 6);
    double alone = N * (cost.alone * W / 16 + 10 * H) + 3 * W * rows;
    return step + (double)batch * looked_up <= (double)batch * alone;
}
