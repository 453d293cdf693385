/* A question to a model: see question.h. */
#include "command/question.h"

#include "base/memory.h"
#include "model/model_file.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdio.h>
#include <stdlib.h>

bool question_open(struct question *question, const struct invocation *invocation,
                   struct error *error) {
    *question = (struct question){.weights = NULL};
    const struct task *task = &question->model.task;
    if (!model_file_read(invocation->arguments[0], &question->model, &question->weights, error)) {
        return false;
    }
    question->numbers = memory_take(2 * task->pairs, sizeof(uint32_t), "the question", error);
    if (!question->numbers) return false;
    question->example.letters = question->numbers;
    question->example.digits = question->numbers + task->pairs;
    return example_parse(task, invocation->arguments[1], invocation->arguments[2],
                         &question->example, error);
}

void question_free(struct question *question) {
    free(question->numbers);
    free(question->weights);
}

char *question_pair_name(const struct example *example, size_t i, char name[PAIR_NAME_SIZE]) {
    char letter[LETTER_SIZE];
    snprintf(name, PAIR_NAME_SIZE, "%s%u", letter_name(example->letters[i], letter),
             (unsigned)example->digits[i]);
    return name;
}
