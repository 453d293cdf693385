/* The moments of training at which the weights are kept, so that pictures can move through it.
 *
 * N moments between step 0 and the last step T, denser early, where most is learned: number i is
 * T (i/(N-1))^3, rounded, or one more than the one before where that is not more. So 0 and T are
 * among them; where T < N - 1 all steps are. */
#ifndef TRAIN_MOMENTS_H
#define TRAIN_MOMENTS_H

#include <stdint.h>

/* The first moment at or after `step`; UINT64_MAX: none. With count 0 there are none; with count 1
 * there is the last step alone. */
uint64_t moment_from(uint64_t count, uint64_t steps, uint64_t step);

#endif
