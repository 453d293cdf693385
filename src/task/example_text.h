/* Examples as people write them: "a3 c7 f1", and the query letter. */
#ifndef TASK_EXAMPLE_TEXT_H
#define TASK_EXAMPLE_TEXT_H

#include "base/text.h"
#include "task/letter.h"
#include "task/task.h"

/* Reads pairs separated by blanks, and the query, into an example whose arrays have room for
 * task->pairs entries. Fails, naming the pair, where a letter is beyond the task's L or stands
 * twice, a digit is beyond C, there are more than N pairs or none, or the query is not among them.
 * STATUS_FAILED. Fewer than M pairs are not refused here. */
bool example_parse(const struct task *task, const char *pairs, const char *query,
                   struct example *example, struct error *error);

/* Appends "a3 c7 f1". */
void example_pairs_text(struct text *text, const struct example *example);

/* Writes the query letter's name; returns `name`. */
char *example_query_name(const struct example *example, char name[LETTER_SIZE]);

#endif
