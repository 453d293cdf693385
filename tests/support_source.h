/* What the tests of sources share. */
#ifndef TESTS_SUPPORT_SOURCE_H
#define TESTS_SUPPORT_SOURCE_H

#include "task/source.h"

/* The stream, which there must be memory for. */
struct source *stream_of(struct task task, uint64_t seed, enum stream stream);

/* Asserts that it is an example of the task: sizes, distinct letters, a query among them, its answer.
 */
void assert_well_formed(const struct example *example, const struct task *task);

#endif
