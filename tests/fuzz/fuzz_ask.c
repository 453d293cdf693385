/* What `ask` takes: the pairs in the first line, the query in the second. */
#include "fuzz.h"

#include "fuzz_tasks.h"
#include "task/example_text.h"
#include "task/letter.h"

#include <stdlib.h>
#include <string.h>

static void check_example(const struct task *task, const struct example *example) {
    PROPERTY(example->count && example->count <= task->pairs && example->query < example->count);
    for (size_t i = 0; i < example->count; i++) {
        PROPERTY(example->letters[i] < task->letters && example->digits[i] < task->digits);
    }
}

static void append_example(struct text *text, const struct example *example) {
    char letter[LETTER_SIZE];
    example_pairs_text(text, example);
    text_format(text, "\n%s", example_query_name(example, letter));
}

/* Both lines, written and read again, are the same example. */
static void check_again(const struct task *task, const struct example *example,
                        struct example *again) {
    struct text first = {0}, second = {0};
    append_example(&first, example);
    char *query = strchr(first.data, '\n');
    *query = '\0';
    PROPERTY(example_parse(task, first.data, query + 1, again, NULL));
    *query = '\n';
    append_example(&second, again);
    fuzz_same(&first, &second);
    text_free(&first);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const struct task *task = fuzz_task(&bytes, &size);
    char *pairs = fuzz_string(bytes, size), *end = pairs + strcspn(pairs, "\n");
    const char *query = *end ? end + 1 : "a";
    uint32_t *numbers = malloc(4 * task->pairs * sizeof *numbers);
    struct example example = {.letters = numbers, .digits = numbers + task->pairs};
    struct example again = {.letters = numbers + 2 * task->pairs,
                            .digits = numbers + 3 * task->pairs};
    struct error error;
    PROPERTY(numbers);
    *end = '\0';
    if (example_parse(task, pairs, query, &example, &error)) {
        check_example(task, &example);
        check_again(task, &example, &again);
    } else {
        fuzz_refused(&error);
    }
    free(numbers);
    free(pairs);
    return 0;
}
