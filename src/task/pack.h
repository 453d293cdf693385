/* Examples sixteen at a time, lane by lane, for engines that work on many at once. */
#ifndef TASK_PACK_H
#define TASK_PACK_H

#include "task/source.h"

enum { PACK_LANES = 16 };

/* Numbers in a block of examples with up to `pairs` pairs: (4 + 2 pairs) * 16. */
size_t pack_size(size_t pairs);

/* Sets a block to the examples first .. first+count-1 of the source (count 1..16); further lanes
 * repeat the first one. Sixteen numbers each, a lane an example: query letter; position of the
 * asked pair; answer; pairs that are there; then for each of the N pairs its letter and its digit.
 * A pair that is not there has the letter L and the digit 0. The same examples as source_draw
 * gives. */
void source_pack(struct source *source, uint64_t first, size_t count, uint32_t *block);

#endif
