/* Which kernel and which method the fast engine uses. */
#ifndef MODEL_FAST_CHOOSE_H
#define MODEL_FAST_CHOOSE_H

#include "model/fast/kernel.h"

/* The kernels that this build has and this machine can run, the quickest first; NULL ends them. At
 * most KERNEL_MOST. */
enum { KERNEL_MOST = 4 };
void kernel_list(const struct kernel *list[KERNEL_MOST + 1]);

/* The kernel that the environment variable ATTNLEARN_KERNEL names, or the first of the list. A name
 * that is not in the list counts for nothing here; main refuses it. */
const struct kernel *kernel_choose(void);

/* Whether tables cost less than they save, for steps of so many examples. In units of work on 16
 * lanes, about:
 *   a step's tables   heads (scores + L C C'/16 * 2 + (L+C) D' C'/16 * 1.5)
 *     with scores     (L (L+C) factor + L L C entry) D'/16 + L P / 2
 *   an example then   heads N (5 C'/16 + 6)
 *   an example alone  N (alone W'/16 + 10 heads) + 3 W' C'/16
 * with factor, entry and alone of the score (choose.c). Tables of more than 64 MB are never taken. */
bool fast_prefers_tables(const struct fast_shape *shape, size_t batch);

#endif
