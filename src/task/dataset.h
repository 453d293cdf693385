/* Examples in a file: CSV with the columns pairs,query,answer, as "a3 c7 f1 b9 h0 d2,c,7". */
#ifndef TASK_DATASET_H
#define TASK_DATASET_H

#include "base/text.h"
#include "task/task.h"

/* All examples of a file, in memory of the order of its size. */
struct dataset {
    size_t count;
    size_t pairs;      /* N of the task: none has more */
    size_t letters;    /* L of the task, for what is not there */
    size_t *starts;    /* [count] where in `numbers` each begins */
    uint32_t *numbers; /* of each: n, query position, letters [n], digits [n] */
    size_t used;       /* of numbers */
    size_t capacity, number_capacity;
};

/* Reads the file ("-": standard input). Every row is checked against the task: distinct letters
 * below L, digits below C, at most N and at least `fewest` pairs, a query among them, the answer
 * its digit. Errors name file and line. The owner gives it back with dataset_free. */
bool dataset_read(struct dataset *dataset, const struct task *task, size_t fewest, const char *path,
                  struct error *error);
void dataset_free(struct dataset *dataset);

/* Sets `example` to number i (i < count); its arrays point into the dataset. */
void dataset_example(const struct dataset *dataset, size_t i, struct example *example);

/* A number for all of the examples, by which others are told from them; never 0. */
uint64_t dataset_fingerprint(const struct dataset *dataset);

/* Appends the header line, or one example as a line. */
void dataset_header_text(struct text *text);
void dataset_example_text(struct text *text, const struct example *example);

#endif
