/* Golden cases: losses, attention weights and gradients by another system's automatic
 * differentiation in double precision (tests/data/golden/README.md). */
#include "model/kind.h"
#include "model/model_file.h"
#include "model/pass.h"
#include "support.h"
#include "task/source.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES "tests/data/golden/models"

struct golden {
    const char *name;
    struct model model;
    double *weights;
    struct dataset dataset;
    struct source *source;
    struct pass pass;
    char *expected; /* JSON */
};

static char *path_of(const char *name, const char *file) {
    static char path[512];
    snprintf(path, sizeof path, "%s/%s/%s", CASES, name, file);
    return path;
}

static void golden_open(struct golden *golden, const char *name) {
    struct error error;
    golden->name = name;
    bool done = model_file_read(path_of(name, "weights.safetensors"), &golden->model,
                                &golden->weights, &error) &&
                dataset_read(&golden->dataset, &golden->model.task, 1,
                             path_of(name, "examples.csv"), &error) &&
                (golden->source = source_dataset(&golden->dataset, 1, false, &error)) &&
                pass_init(&golden->pass, &golden->model, &error);
    cr_assert(done, "%s", error.message);
    golden->expected = read_file(path_of(name, "expected.json"), NULL);
    cr_assert(golden->expected, "%s", name);
}

static void golden_close(struct golden *golden) {
    pass_free(&golden->pass);
    source_free(golden->source);
    dataset_free(&golden->dataset);
    free(golden->weights);
    free(golden->expected);
}

static void check_losses(struct golden *golden) {
    size_t count;
    double *losses = json_numbers_of(golden->expected, "example_loss", &count), sum = 0;
    cr_assert_eq(count, golden->dataset.count);
    for (size_t t = 0; t < count; t++) {
        pass_forward(&golden->pass, golden->weights, source_draw(golden->source, t));
        assert_near(golden->pass.loss, losses[t], 1e-12 * fabs(losses[t]), golden->name);
        sum += golden->pass.loss;
    }
    assert_near(sum / (double)count, json_number(golden->expected, "loss"), 1e-12 * sum,
                golden->name);
    free(losses);
}

static void check_attention(struct golden *golden) {
    size_t count, at = 0, heads = pass_heads(&golden->model), pairs = golden->model.task.pairs;
    double *weights = json_numbers_of(golden->expected, "attention", &count);
    for (size_t t = 0; t < golden->dataset.count; t++) {
        const struct example *example = source_draw(golden->source, t);
        pass_forward(&golden->pass, golden->weights, example);
        for (size_t h = 0; h < heads; h++) {
            for (size_t i = 0; i < example->count; i++) {
                cr_assert(at < count);
                assert_near(golden->pass.a[h * pairs + i], weights[at++], 1e-12, golden->name);
            }
        }
    }
    cr_assert_eq(at, count, "%s: %zu weights of %zu", golden->name, at, count);
    free(weights);
}

static void check_tensor(const struct golden *golden, const struct safetensors *file,
                         const struct tensor *tensor, const double *gradient) {
    const struct safetensors_entry *entry = safetensors_find(file, tensor->name);
    double largest = 0;
    cr_assert(entry && entry->count == tensor->count, "%s: %s", golden->name, tensor->name);
    for (size_t i = 0; i < tensor->count; i++) {
        largest = fmax(largest, fabs(safetensors_number(file, entry, i)));
    }
    for (size_t i = 0; i < tensor->count; i++) {
        assert_near(gradient[tensor->offset + i], safetensors_number(file, entry, i),
                    1e-11 * largest, tensor->name);
    }
}

/* Compares gradient[parameter_count] with that of the case. */
static void check_tensors(const struct golden *golden, const double *gradient) {
    struct safetensors file;
    struct error error;
    cr_assert(safetensors_open(&file, path_of(golden->name, "gradients.safetensors"), &error));
    for (size_t t = 0; t < golden->model.tensor_count; t++) {
        check_tensor(golden, &file, &golden->model.tensors[t], gradient);
    }
    safetensors_close(&file);
}

static double *take_gradient(const struct golden *golden) {
    double *gradient = calloc(golden->model.parameter_count, sizeof *gradient);
    cr_assert(gradient);
    return gradient;
}

static void check_gradients(struct golden *golden) {
    size_t count = golden->dataset.count;
    double *gradient = take_gradient(golden);
    for (size_t t = 0; t < count; t++) {
        const struct example *example = source_draw(golden->source, t);
        pass_forward(&golden->pass, golden->weights, example);
        pass_loss_backward(&golden->pass, example, 1 / (double)count);
        pass_backward(&golden->pass, golden->weights, example, gradient);
    }
    check_tensors(golden, gradient);
    free(gradient);
}

/* Has the program write the gradient and reads it. */
static void read_written(const struct golden *golden, double *gradient) {
    struct safetensors file;
    struct error error;
    char path[512];
    snprintf(path, sizeof path, "%s", path_of(golden->name, "weights.safetensors"));
    struct outcome outcome = run("attnlearn gradcheck %s --data %s --gradients $T/g.safetensors",
                                 path, path_of(golden->name, "examples.csv"));
    cr_assert_eq(outcome.status, 0, "%s: %s", golden->name, outcome.err);
    outcome_free(&outcome);
    snprintf(path, sizeof path, "%s/g.safetensors", test_folder());
    cr_assert(safetensors_open(&file, path, &error), "%s", error.message);
    for (size_t t = 0; t < golden->model.tensor_count; t++) {
        const struct tensor *tensor = &golden->model.tensors[t];
        const struct safetensors_entry *entry = safetensors_find(&file, tensor->name);
        cr_assert(entry && entry->count == tensor->count, "%s: %s", golden->name, tensor->name);
        for (size_t i = 0; i < tensor->count; i++) {
            gradient[tensor->offset + i] = safetensors_number(&file, entry, i);
        }
    }
    safetensors_close(&file);
}

static void check_written_gradients(struct golden *golden) {
    double *gradient = take_gradient(golden);
    read_written(golden, gradient);
    check_tensors(golden, gradient);
    free(gradient);
}

/* Runs the check on every case of the folder; at least `least` of them. */
static void on_every_case(void (*check)(struct golden *golden), int least) {
    int checked = 0;
    DIR *folder = opendir(CASES);
    cr_assert(folder, "%s", CASES);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.') continue;
        struct golden golden = {0};
        golden_open(&golden, entry->d_name);
        cr_expect_eq((double)golden.model.parameter_count,
                     json_number(golden.expected, "parameters"));
        check(&golden);
        golden_close(&golden);
        checked++;
    }
    closedir(folder);
    cr_assert(checked >= least, "only %d cases", checked);
}

Test(golden, losses) {
    on_every_case(check_losses, 12);
}

Test(golden, attention_weights) {
    on_every_case(check_attention, 12);
}

Test(golden, gradients) {
    on_every_case(check_gradients, 12);
}

Test(golden, gradients_that_the_program_writes) {
    on_every_case(check_written_gradients, 12);
}

Test(golden, through_the_program) {
    char *expected = read_file(path_of("mlp", "expected.json"), NULL);
    struct outcome outcome = run("attnlearn eval %s --engine reference --json --data " CASES
                                 "/mlp/examples.csv --per-example $T/rows.csv && "
                                 "wc -l <$T/rows.csv",
                                 path_of("mlp", "weights.safetensors"));
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    assert_near(json_number(outcome.out, "loss"), json_number(expected, "loss"), 1e-9, "loss");
    assert_near(json_number(outcome.out, "accuracy"), json_number(expected, "accuracy"), 0,
                "accuracy");
    cr_assert(isnan(json_number(outcome.out, "answer_weight")));
    cr_assert(strstr(outcome.out, "\n9\n"), "a header and 8 rows: %s", outcome.out);
    free(expected);
    outcome_free(&outcome);
}
