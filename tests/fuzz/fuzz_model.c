/* A model's file. */
#include "fuzz.h"

#include "model/engine.h"
#include "model/explanation.h"
#include "model/model_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Appends the model's file in double precision, which holds every weight. */
static void append_file(struct text *text, const struct model *model, const double *weights) {
    static FILE *stream;
    char part[4096];
    if (!stream) stream = tmpfile();
    PROPERTY(stream && ftruncate(fileno(stream), 0) == 0);
    PROPERTY(lseek(fileno(stream), 0, SEEK_SET) == 0);
    struct file file = {.descriptor = fileno(stream), .path = "a model"};
    PROPERTY(model_file_append(&file, model, SAFETENSORS_F64, weights, NULL));
    for (ssize_t got; (got = pread(file.descriptor, part, sizeof part, (off_t)text->length)) > 0;) {
        text_append(text, part, (size_t)got);
    }
}

/* Written and read again it is the same file. */
static void check_again(const struct model *model, const double *weights) {
    struct text first = {0}, second = {0};
    struct model again;
    double *others = NULL;
    append_file(&first, model, weights);
    PROPERTY(!first.failed);
    PROPERTY(model_file_read(fuzz_file(first.data, first.length), &again, &others, NULL));
    append_file(&second, &again, others);
    fuzz_same(&first, &second);
    free(others);
    text_free(&first);
    text_free(&second);
}

static void evaluate(const struct engine *engine, const struct model *model, const double *weights,
                     struct source *source) {
    enum { COUNT = 17 }; /* more than the fast engine takes at a time */
    struct example_result results[COUNT];
    struct learner *learner = engine->create(model, NULL, NULL);
    if (!learner) return;
    engine->set_weights(learner, weights);
    engine->evaluate(learner, source, 0, COUNT, results);
    for (int i = 0; i < COUNT; i++) PROPERTY(results[i].answer < model->task.digits);
    engine->destroy(learner);
}

/* A model that was accepted can be used. */
static void use(const struct model *model, const double *weights) {
    struct explanation explanation;
    struct source *source = source_stream(&model->task, 1, STREAM_EVAL, NULL);
    PROPERTY(source);
    if (explanation_make(&explanation, model, weights, source_draw(source, 0), NULL)) {
        explanation_free(&explanation);
    }
    for (size_t i = 0; engines[i]; i++) evaluate(engines[i], model, weights, source);
    source_free(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct model model;
    double *weights = NULL;
    struct error error;
    if (model_file_read(fuzz_file(bytes, size), &model, &weights, &error)) {
        PROPERTY(model.parameter_count <= size);
        for (size_t i = 0; i < model.parameter_count; i++) PROPERTY(isfinite(weights[i]));
        check_again(&model, weights);
        if (model.task.letters <= 64 && model.width <= 64) use(&model, weights);
    } else {
        fuzz_refused(&error);
    }
    free(weights);
    return 0;
}

/* Libfuzzer's, and what it calls where it is there. */
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/* Changes the bytes, and mostly lets the header's length fit them again: up to the last brace and the
 * blanks after it. */
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
    size = LLVMFuzzerMutate(bytes, size, most);
    size_t end = size;
    while (end > 8 && bytes[end - 1] != '}') end--;
    if (end <= 8 || seed % 8 == 0) return size;
    while (end < size && bytes[end] == ' ') end++;
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)((uint64_t)(end - 8) >> 8 * i & 0xff);
    return size;
}
