/* The fast engine's arithmetic for one instruction set: see kernel.h.
 *
 * The build compiles this file several times, with KERNEL naming the struct kernel it gives
 * (kernel_base, kernel_avx2, ...) and the compiler's flags choosing the instructions. */
#include "model/fast/kernel.h"

#ifdef __FAST_MATH__
#error "attnlearn promises the same bytes everywhere: it cannot be built with -ffast-math"
#endif

#include "model/fast/table.h"

#include "model/fast/direct.h"
#include "model/fast/draw.h"
#include "model/fast/mlp.h"
#include "model/fast/update.h"

#define NAME_OF(kernel)          NAME_OF_EXPANDED(kernel)
#define NAME_OF_EXPANDED(kernel) (&#kernel[sizeof "kernel_" - 1])

extern const struct kernel KERNEL;

const struct kernel KERNEL = {
    .name = NAME_OF(KERNEL),
    .tables = {table_prepare, table_accumulate, table_finish, table_evaluate},
    .direct = {no_tables, direct_accumulate, NULL, direct_evaluate},
    .mlp = {no_tables, mlp_accumulate, NULL, mlp_evaluate},
    .draw_default_task = draw_default_task,
    .add = add_arrays,
    .square_sum = square_sum,
    .adam = adam,
    .sgd = sgd,
};
