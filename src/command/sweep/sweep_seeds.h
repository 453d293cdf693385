/* What --seeds and --shard say. */
#ifndef COMMAND_SWEEP_SEEDS_H
#define COMMAND_SWEEP_SEEDS_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

/* Reads a list of seeds and of ranges A..B, with commas between, into new memory, in the order of
 * the list. Refused: what is no number, a range that falls, a seed that stands twice, more than
 * SWEEP_MAX_RUNS. */
bool sweep_seeds_read(const char *list, uint64_t **seeds, size_t *count, struct error *error);

/* Reads I/N, 1 <= I <= N. */
bool sweep_shard_read(const char *text, uint64_t *index, uint64_t *count, struct error *error);

#endif
