/* Examples in a CSV file. */
#include "fuzz.h"

#include "fuzz_tasks.h"
#include "task/dataset.h"

static void append_examples(struct text *text, const struct dataset *dataset) {
    dataset_header_text(text);
    for (size_t i = 0; i < dataset->count; i++) {
        struct example example;
        dataset_example(dataset, i, &example);
        PROPERTY(example.count && example.query < example.count);
        dataset_example_text(text, &example);
    }
}

/* Written and read again they are the same examples. */
static void check_again(const struct task *task, const struct dataset *dataset) {
    struct text first = {0}, second = {0};
    struct dataset again;
    append_examples(&first, dataset);
    PROPERTY(!first.failed);
    PROPERTY(
        dataset_read(&again, task, task->min_pairs, fuzz_file(first.data, first.length), NULL));
    PROPERTY(dataset_fingerprint(&again) == dataset_fingerprint(dataset));
    append_examples(&second, &again);
    fuzz_same(&first, &second);
    dataset_free(&again);
    text_free(&first);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    const struct task *task = fuzz_task(&bytes, &size);
    struct dataset dataset;
    struct error error;
    if (dataset_read(&dataset, task, task->min_pairs, fuzz_file(bytes, size), &error)) {
        PROPERTY(dataset.count);
        check_again(task, &dataset);
        dataset_free(&dataset);
    } else {
        fuzz_refused(&error);
    }
    return 0;
}
