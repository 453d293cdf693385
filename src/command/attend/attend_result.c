/* What attend computes: see attend_result.h. */
#include "command/attend/attend_result.h"

struct matrix attend_head_weights(const struct attend_result *result, size_t h) {
    const struct matrix *a = &result->pass.a;
    size_t queries = result->pass.output.rows;
    return (struct matrix){queries, a->columns, matrix_row(a, h * queries)};
}
