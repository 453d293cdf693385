/* Model files: written and read back, and every broken one refused. */
#include "model/initialise.h"
#include "model/kind.h"
#include "model/model_file.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN "tests/data/golden/models/attention-1-pair/weights.safetensors"

static void write_model(const char *path, const struct model_kind *kind, uint64_t seed) {
    struct error error;
    struct model model = {.kind = kind,
                          .score = &score_dot,
                          .task = {4, 2, 5, 3},
                          .width = 4,
                          .heads = 2,
                          .hidden = 7};
    cr_assert(model_init(&model, &error));
    double *weights = malloc(model.parameter_count * sizeof *weights);
    cr_assert(weights);
    initialise(&model, initialisation_find("normal"), seed, weights);
    cr_assert(model_file_write(path, &model, SAFETENSORS_F32, weights, &error), "%s",
              error.message);
    free(weights);
}

Test(model_file, reads_back_what_was_written) {
    for (size_t k = 0; model_kinds[k]; k++) {
        char path[256];
        snprintf(path, sizeof path, "%s/model", test_folder());
        write_model(path, model_kinds[k], 9);
        struct model model;
        struct error error;
        double *weights;
        cr_assert(model_file_read(path, &model, &weights, &error), "%s", error.message);
        cr_assert(model.kind == model_kinds[k] && model.score == &score_dot);
        cr_assert(model.task.pairs == 4 && model.task.min_pairs == 2 && model.task.letters == 5 &&
                  model.task.digits == 3 && model.width == 4 && model.heads == 2 &&
                  model.hidden == 7);
        double *again = malloc(model.parameter_count * sizeof *again);
        cr_assert(again);
        initialise(&model, initialisation_find("normal"), 9, again);
        cr_assert(memcmp(weights, again, model.parameter_count * sizeof *again) == 0);
        free(weights);
        free(again);
    }
}

Test(model_file, is_equal_bytes_for_equal_models_with_sorted_keys) {
    char one[256], two[256];
    size_t size, other;
    snprintf(one, sizeof one, "%s/one", test_folder());
    snprintf(two, sizeof two, "%s/two", test_folder());
    write_model(one, &model_attention, 1);
    write_model(two, &model_attention, 1);
    char *a = read_file(one, &size), *b = read_file(two, &other);
    cr_assert(size == other && memcmp(a, b, size) == 0);
    const char *const keys[] = {"digits",  "heads",   "hidden", "letters", "min_pairs",
                                "model\"", "pairs\"", "score",  "width"};
    const char *last = a + 8;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *at = strstr(last, keys[i]);
        cr_assert(at, "%s after the key before it", keys[i]);
        last = at;
    }
    cr_assert_eq(((unsigned char)a[0] | (unsigned char)a[1] << 8) % 8, 0, "aligned data");
    free(a);
    free(b);
}

/* Reads the bytes as a model; asserts that it fails with `words` in its message. */
static void refuse(const char *what, const void *bytes, size_t size, const char *words) {
    struct model model;
    double *weights = NULL;
    struct error error = {.status = STATUS_DONE};
    const char *path = write_bytes("broken", bytes, size);
    cr_expect(!model_file_read(path, &model, &weights, &error), "%s was read", what);
    cr_expect_eq((int)error.status, STATUS_FAILED, "%s: %s", what, error.message);
    cr_expect(strstr(error.message, words), "%s: '%s' not in '%s'", what, words, error.message);
    cr_expect(strstr(error.message, "broken"), "%s: no file in '%s'", what, error.message);
}

Test(model_file, cut_short_anywhere_is_refused) {
    size_t size;
    char *bytes = read_file(GOLDEN, &size);
    for (size_t cut = 0; cut < size; cut++) refuse("a cut file", bytes, cut, "");
    char *longer = malloc(size + 1);
    memcpy(longer, bytes, size);
    longer[size] = 0;
    refuse("a trailing byte", longer, size + 1, "after the last tensor");
    free(longer);
    free(bytes);
}

Test(model_file, that_is_something_else_is_named) {
    refuse("a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid", 46, "git lfs");
    refuse("a web page", "<!DOCTYPE html><html></html>", 28, "web page");
    refuse("an empty file", "", 0, "too short");
    refuse("a huge header", "\xff\xff\xff\xff\xff\xff\xff\x7f{}", 10, "header");
    refuse("a header of nothing", "\0\0\0\0\0\0\0\0", 8, "header");
    struct outcome outcome = run("attnlearn eval $T; attnlearn eval /dev/null");
    cr_assert(strstr(outcome.err, "is a folder") && strstr(outcome.err, "too short"), "%s",
              outcome.err);
    outcome_free(&outcome);
}

/* The small golden model with one stretch of its header replaced by another of the same length. */
static void refuse_changed(const char *from, const char *to, const char *words) {
    size_t size;
    char *bytes = read_file(GOLDEN, &size);
    cr_assert_eq(strlen(from), strlen(to), "%s", from);
    char *at = NULL;
    for (size_t i = 8; i + strlen(from) < size && !at; i++) {
        if (memcmp(bytes + i, from, strlen(from)) == 0) at = bytes + i;
    }
    cr_assert(at, "%s is not in the header", from);
    memcpy(at, to, strlen(to));
    refuse(to, bytes, size, words);
    free(bytes);
}

Test(model_file, with_a_changed_header_is_refused) {
    refuse_changed("\"F64\",\"shape\":[1,1]", "\"F32\",\"shape\":[1,1]", "do not fit");
    refuse_changed("\"F64\"", "\"I64\"", "F32 or F64");
    refuse_changed("[1,1]", "[1,2]", "do not fit");
    refuse_changed("[1,3]", "[3,1]", "shape");
    refuse_changed("[1,1]", "[-1] ", "plain whole");
    refuse_changed("[1,3]", "[1.0]", "plain whole");
    refuse_changed("[1,3]", "[1e0]", "plain whole");
    refuse_changed("[1,3]", "[01] ", "plain whole");
    refuse_changed("[0,8]", "[1,8]", "overlap or leave a hole");
    refuse_changed("[0,8]", "[0,9]", "do not fit");
    refuse_changed("[8,32]", "[0,32]", "overlap");
    refuse_changed("W_V", "W_K", "twice");
    refuse_changed("W_V", "W_X", "missing");
    refuse_changed("\"width\":\"1\"", "\"width\":\"2\"", "its metadata make it [2,1]");
    refuse_changed("\"pairs\":\"1\"", "\"pairs\":\"0\"", "from 1 to");
    refuse_changed("\"pairs\":\"1\"", "\"pairs\":\"9\"", "contradict");
    refuse_changed("\"digits\"", "\"digitz\"", "no 'digits'");
    refuse_changed("\"heads\"", "\"width\"", "stands twice");
    refuse_changed("scaled-dot", "scaled dot", "unknown score");
    refuse_changed("attention", "attentiom", "unknown model");
    refuse_changed("\"dtype\"", "\"dtyqe\"", "unknown key");
    refuse_changed("{\"dtype\"", "[\"dtype\"", "missing");
    refuse_changed("__metadata__", "__metadatb__", "");
}

Test(model_file, with_a_product_that_wraps_is_refused) {
    char header[512], bytes[600] = {0};
    snprintf(header, sizeof header,
             "{\"W_Q\":{\"dtype\":\"F64\",\"shape\":[4294967296,4294967297],"
             "\"data_offsets\":[0,0]}}");
    bytes[0] = (char)strlen(header);
    memcpy(bytes + 8, header, strlen(header));
    refuse("a product that wraps", bytes, 8 + strlen(header), "too large");
}

Test(model_file, with_weights_that_are_not_finite_is_refused) {
    size_t size;
    char *bytes = read_file(GOLDEN, &size);
    static const unsigned char nan_bytes[] = {0, 0, 0, 0, 0, 0, 0xf8, 0x7f};
    memcpy(bytes + size - 8, nan_bytes, 8);
    refuse("nan", bytes, size, "number 1 of tensor 'b_O' is not finite");
    free(bytes);
}
