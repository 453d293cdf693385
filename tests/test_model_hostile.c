/* Model files that are broken, contradict themselves or are something else: each is refused by its
 * reader, and by every command that takes a model, with words that say why. */
#include "model/model_file.h"
#include "support.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GOLDEN "tests/data/golden/models/attention-1-pair/weights.safetensors"

/* A file in memory: the header's length, the header, the tensors' bytes. */
struct image {
    char *bytes;
    size_t size, header; /* of the header */
};

static void set_length(struct image *image, uint64_t length) {
    for (int i = 0; i < 8; i++) image->bytes[i] = (char)(length >> 8 * i & 0xff);
}

/* The golden model, whose header ends with its brace. */
static struct image golden(void) {
    struct image image;
    image.bytes = read_file(GOLDEN, &image.size);
    cr_assert(image.bytes);
    image.header = (unsigned char)image.bytes[0] | (size_t)(unsigned char)image.bytes[1] << 8;
    return image;
}

/* Replaces `from`, which stands in the header, by `to`; NULL: the whole header. */
static void replace(struct image *image, const char *from, const char *to) {
    size_t length = from ? strlen(from) : image->header, added = strlen(to);
    char *at = image->bytes + 8, *end = image->bytes + 8 + image->header;
    while (from && at < end && memcmp(at, from, length) != 0) at++;
    cr_assert(at < end, "%s is not in the header", from);
    size_t before = (size_t)(at - image->bytes), after = image->size - before - length;
    char *bytes = malloc(before + added + after + 1);
    cr_assert(bytes);
    memcpy(bytes, image->bytes, before);
    memcpy(bytes + before, to, added);
    memcpy(bytes + before + added, at + length, after);
    free(image->bytes);
    *image = (struct image){bytes, before + added + after, image->header + added - length};
    set_length(image, image->header);
}

/* The commands that take a model, in place of %s; and those of a run folder with such a file. */
static const char *const readers[] = {
    "attnlearn eval %s",
    "attnlearn ask %s a1 a",
    "attnlearn explain %s a1 a",
    "attnlearn plot %s",
    "attnlearn gradcheck %s",
    "{ cp %s $T/run/attention.safetensors; attnlearn report $T/run -o $T/x.html; }",
    "{ cp %s $T/run/state.safetensors; attnlearn train --resume $T/run; }",
};

enum { READER_COUNT = sizeof readers / sizeof *readers };

/* A run folder in which one command after another finds the broken file. */
static void make_run(void) {
    struct outcome outcome = run("attnlearn train -q --model attention --pairs 1 --letters 1 "
                                 "--digits 2 --width 1 --steps 1 --eval-examples 4 --out $T/run");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* Says of every reader that it refused the file and how, in one line each. */
static void expect_commands_refuse(const char *what) {
    char script[2048] = "for f in $T/broken.safetensors; do ";
    for (size_t i = 0; i < READER_COUNT; i++) {
        const char *hole = strstr(readers[i], "%s");
        sprintf(script + strlen(script), "%.*s$f%s; echo \"status $?\"; ", (int)(hole - readers[i]),
                readers[i], hole + 2);
    }
    struct outcome outcome = run("%s done", script);
    size_t refused = 0, lines = 0;
    for (const char *at = outcome.out; (at = strstr(at, "status 1\n")); at++) refused++;
    for (const char *at = outcome.err; (at = strstr(at, "attnlearn: ")); at++) lines++;
    cr_expect(refused == READER_COUNT && lines == READER_COUNT && outcome.out_size == 9 * refused,
              "%s: of %d readers: %s%s", what, READER_COUNT, outcome.out, outcome.err);
    outcome_free(&outcome);
}

/* Whether the reader refuses the bytes with these words. */
static void expect_refused(const char *what, const void *bytes, size_t size, const char *words) {
    struct model model;
    double *weights = NULL;
    struct error error = {.status = STATUS_DONE};
    const char *path = write_bytes("broken.safetensors", bytes, size);
    cr_expect(!model_file_read(path, &model, &weights, &error), "%s was read", what);
    cr_expect_eq((int)error.status, STATUS_FAILED, "%s: %s", what, error.message);
    cr_expect(strstr(error.message, words), "%s: '%s' not in '%s'", what, words, error.message);
    cr_expect(strstr(error.message, path), "%s: no file in '%s'", what, error.message);
    cr_expect_null(weights, "%s", what);
}

/* What stands in the golden header, what is there instead, and words of the refusal. */
struct fault {
    const char *from, *to, *words;
};

static void expect_faults(const struct fault *faults, size_t count) {
    for (size_t i = 0; i < count; i++) {
        struct image image = golden();
        replace(&image, faults[i].from, faults[i].to);
        expect_refused(faults[i].to, image.bytes, image.size, faults[i].words);
        free(image.bytes);
    }
}

#define EXPECT_FAULTS(faults) expect_faults(faults, sizeof(faults) / sizeof *(faults))

Test(model_hostile, the_place_where_faults_are_put_is_sound) {
    static const struct fault changes[] = {
        {"\"F64\"", " \"F64\" ", ""},
        {"W_Q", "\\u0057_Q", ""},
        {NULL, NULL, ""},
    };
    for (size_t i = 0; changes[i].from; i++) {
        struct image image = golden();
        struct model model;
        struct error error;
        double *weights = NULL;
        replace(&image, changes[i].from, changes[i].to);
        const char *path = write_bytes("sound", image.bytes, image.size);
        cr_assert(model_file_read(path, &model, &weights, &error), "%s", error.message);
        free(weights);
        free(image.bytes);
    }
}

Test(model_hostile, header_lengths) {
    static const struct {
        uint64_t length;
        const char *words;
    } faults[] = {
        {0, "header would have 0 bytes"},
        {1, "header would have 1 bytes"},
        {7, "a string is never closed at byte 7"},
        {447 - 6, "is missing at byte 441"},
        {544 - 8, "text after the end at byte 448"},
        {544 - 7, "header would have 537 bytes"},
        {100000000, "header would have 100000000 bytes"},
        {100000001, "header would have 100000001 bytes"},
        {UINT64_MAX / 2 + 1, "header would have 9223372036854775808 bytes"},
        {UINT64_MAX - 7, "header would have 18446744073709551608 bytes"},
        {UINT64_MAX, "header would have 18446744073709551615 bytes"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct image image = golden();
        set_length(&image, faults[i].length);
        expect_refused("a length", image.bytes, image.size, faults[i].words);
        free(image.bytes);
    }
}

Test(model_hostile, offsets) {
    static const struct fault faults[] = {
        {"[8,32]", "[0,24]", "overlap or leave a hole at byte 8"},
        {"[8,32]", "[4,28]", "overlap or leave a hole at byte 8"},
        {"[8,32]", "[9,33]", "overlap or leave a hole at byte 8"},
        {"[8,32]", "[32,56]", "overlap or leave a hole at byte 8"},
        {"[0,8]", "[8,16]", "overlap or leave a hole at byte 0"},
        {"[72,88]", "[56,72]", "overlap or leave a hole at byte 72"},
        {"[8,32]", "[8,31]", "'W_K' do not fit"},
        {"[8,32]", "[8,40]", "'W_K' do not fit"},
        {"[8,32]", "[8,0]", "'W_K' do not fit"},
        {"[72,88]", "[72,96]", "'b_O' do not fit"},
        {"[2],\"data_offsets\":[72,88]", "[4],\"data_offsets\":[72,104]", "'b_O' do not fit"},
        {"[72,88]", "[9999999,88]", "overlap or leave a hole at byte 72"},
        {"[72,88]", "[72,18446744073709551615]", "'b_O' do not fit"},
        {"[72,88]", "[72,18446744073709551616]", "a number too large"},
        {"[72,88]", "[72,99999999999999999999999]", "a number too large"},
        {"[72,88]", "[-72,88]", "plain whole"},
        {"[72,88]", "[72.0,88]", "plain whole"},
        {"[72,88]", "[72,8.8e1]", "plain whole"},
        {"[72,88]", "[72]", "',' is missing"},
        {"[72,88]", "[72,88,89]", "']' is missing"},
        {"[72,88]", "[]", "plain whole"},
        {"[72,88]", "null", "'[' is missing"},
        {"[2],\"data_offsets\":[72,88]", "[0],\"data_offsets\":[72,72]", "16 bytes after the last"},
    };
    EXPECT_FAULTS(faults);
}

Test(model_hostile, shapes) {
    static const struct fault faults[] = {
        {"[1,3]", "[4294967296,4294967297]", "shape of tensor 'W_K' is too large"},
        {"[1,3]", "[2305843009213693952,8]", "shape of tensor 'W_K' is too large"},
        {"[1,3]", "[18446744073709551615,3]", "shape of tensor 'W_K' is too large"},
        {"[1,3]", "[65536,65536,65536,65536]", "shape of tensor 'W_K' is too large"},
        {"[1,3]", "[18446744073709551616]", "a number too large"},
        {"[1,3]", "[0,18446744073709551615]", "'W_K' do not fit"},
        {"[1,3]", "[144115188075855872,8]", "'W_K' do not fit"},
        {"[1,3]", "[]", "'W_K' do not fit"},
        {"[1,3]", "[1,1,1,1,1,1,1,1,3]", "too many dimensions of tensor 'W_K'"},
        {"[1,3]", "[1,-3]", "plain whole"},
        {"[1,3]", "[-0,3]", "plain whole"},
        {"[1,3]", "[+1,3]", "plain whole"},
        {"[1,3]", "[1.0,3]", "plain whole"},
        {"[1,3]", "[1,.3]", "plain whole"},
        {"[1,3]", "[1e0,3]", "plain whole"},
        {"[1,3]", "[1,3E0]", "plain whole"},
        {"[1,3]", "[01,3]", "plain whole"},
        {"[1,3]", "[0x1,3]", "']' is missing"},
        {"[1,3]", "[\"1\",3]", "plain whole"},
        {"[1,3]", "[true,3]", "plain whole"},
        {"[1,3]", "[[1],3]", "plain whole"},
        {"[1,3]", "[1,,3]", "plain whole"},
        {"[1,3]", "[1,3,]", "plain whole"},
        {"[1,3]", "3", "'[' is missing"},
        {"[1,3]", "[3,1]", "'W_K' has the wrong shape: its metadata make it [1,3]"},
        {"[1,3]", "[3]", "'W_K' has the wrong shape: its metadata make it [1,3]"},
        {"[1,3]", "[1,3,1]", "'W_K' has the wrong shape: its metadata make it [1,3]"},
        {"\"shape\":[2]", "\"shape\":[2,1]", "'b_O' has the wrong shape: its metadata make it [2]"},
        {"\"shape\":[2]", "\"shape\":[1,2]", "'b_O' has the wrong shape: its metadata make it [2]"},
    };
    EXPECT_FAULTS(faults);
}

Test(model_hostile, tensors_missing_besides_twice_or_of_another_type) {
    static const struct fault faults[] = {
        {"W_V", "W_v", "tensor 'W_V' is missing"},
        {"b_O", "", "tensor 'b_O' is missing"},
        {"W_Q", "W_K", "the tensor 'W_K' stands twice"},
        {"W_V", "\\u0057_K", "the tensor 'W_K' stands twice"},
        {"\"W_Q\":", "\"X\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]},\"W_Q\":",
         "tensor 'X' does not belong to the model attention"},
        {"\"W_Q\":", "\"W_1\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[88,88]},\"W_Q\":",
         "tensor 'W_1' does not belong to the model attention"},
        {"\"F64\"", "\"F32\"", "'W_Q' do not fit"},
        {"\"F64\"", "\"F16\"", "the type F16 of tensor 'W_Q' is not F32 or F64"},
        {"\"F64\"", "\"BF16\"", "the type BF16 of tensor"},
        {"\"F64\"", "\"I64\"", "is not F32 or F64"},
        {"\"F64\"", "\"f64\"", "is not F32 or F64"},
        {"\"F64\"", "\"\"", "is not F32 or F64"},
        {"\"F64\"", "64", "'\"' is missing"},
        {"\"dtype\":\"F64\",", "", "tensor 'W_Q' has no dtype"},
        {"\"shape\":[1,1],", "", "tensor 'W_Q' has no shape"},
        {",\"data_offsets\":[0,8]", "", "tensor 'W_Q' has no data_offsets"},
        {"\"dtype\":", "\"dtype\":\"F64\",\"dtype\":", "dtype of 'W_Q' stands twice"},
        {"\"shape\":", "\"shape\":[1],\"shape\":", "shape of 'W_Q' stands twice"},
        {"\"data_offsets\":", "\"data_offsets\":[0,1],\"data_offsets\":",
         "data_offsets of 'W_Q' stands twice"},
        {"\"dtype\"", "\"type\"", "unknown key 'type' of tensor 'W_Q'"},
        {"{\"dtype\":\"F64\",\"shape\":[1,1],\"data_offsets\":[0,8]}", "{}", "'\"' is missing"},
        {"{\"dtype\":\"F64\",\"shape\":[1,1],\"data_offsets\":[0,8]}", "[]", "'{' is missing"},
    };
    EXPECT_FAULTS(faults);
}

Test(model_hostile, metadata) {
    static const struct fault faults[] = {
        {"\"width\":\"1\"", "\"width\":\"2\"",
         "'W_Q' has the wrong shape: its metadata make it [2"},
        {"\"digits\":\"2\"", "\"digits\":\"3\"", "'W_K' has the wrong shape"},
        {"\"letters\":\"1\"", "\"letters\":\"2\"", "'W_Q' has the wrong shape"},
        {"\"letters\":\"1\"", "\"letters\":\"1000000\"", "'W_Q' has the wrong shape"},
        {"\"heads\":\"1\"", "\"heads\":\"2\"", "contradict each other: --heads 2 must divide"},
        {"\"pairs\":\"1\"", "\"pairs\":\"2\"", "the metadata contradict each other"},
        {"\"min_pairs\":\"1\"", "\"min_pairs\":\"2\"", "the metadata contradict each other"},
        {"\"digits\":\"2\"", "\"digits\":\"1\"", "the metadata contradict each other"},
        {"\"pairs\":\"1\"", "\"pairs\":\"0\"", "metadata 'pairs': it must be from 1 to"},
        {"\"pairs\":\"1\"", "\"pairs\":\"10001\"", "metadata 'pairs': it must be from 1 to 10000"},
        {"\"width\":\"1\"", "\"width\":\"65537\"", "metadata 'width': it must be from 1 to 65536"},
        {"\"hidden\":\"64\"", "\"hidden\":\"0\"", "metadata 'hidden': it must be from 1 to"},
        {"\"hidden\":\"64\"", "\"hidden\":\"1000001\"", "metadata 'hidden': it must be from 1 to"},
        {"\"width\":\"1\"", "\"width\":\"99999999999999999999\"",
         "metadata 'width': it must be from"},
        {"\"width\":\"1\"", "\"width\":\"\"", "metadata 'width': a whole number is missing"},
        {"\"width\":\"1\"", "\"width\":\"-1\"", "metadata 'width': '-1' is not a whole number"},
        {"\"width\":\"1\"", "\"width\":\"1.0\"", "metadata 'width': '1.0' is not a whole number"},
        {"\"width\":\"1\"", "\"width\":\"1e0\"", "metadata 'width': '1e0' is not a whole number"},
        {"\"width\":\"1\"", "\"width\":\" 1\"", "metadata 'width': ' 1' is not a whole number"},
        {"\"width\":\"1\"", "\"width\":1", "'\"' is missing"},
        {"\"width\":\"1\"", "\"width\":null", "'\"' is missing"},
        {"\"width\":\"1\"", "\"width\":{\"a\":\"1\"}", "'\"' is missing"},
        {"\"width\":\"1\",", "", "its metadata have no 'width'"},
        {"\"model\":\"attention\",", "", "its metadata have no 'model'"},
        {"\"score\":\"scaled-dot\",", "", "its metadata have no 'score'"},
        {"\"pairs\":\"1\",", "", "its metadata have no 'pairs'"},
        {",\"min_pairs\":\"1\"", "", "its metadata have no 'min_pairs'"},
        {"\"letters\":\"1\",", "", "its metadata have no 'letters'"},
        {"\"digits\":\"2\",", "", "its metadata have no 'digits'"},
        {"\"heads\":\"1\",", "", "its metadata have no 'heads'"},
        {"\"hidden\":\"64\",", "", "its metadata have no 'hidden'"},
        {"\"width\":\"1\"", "\"width\":\"1\",\"width\":\"1\"", "metadata key 'width' stands twice"},
        {"\"width\":\"1\"", "\"width\":\"1\",\"wi\\u0064th\":\"2\"", "key 'width' stands twice"},
        {"\"W_Q\"", "\"__metadata__\":{},\"W_Q\"", "metadata stand twice"},
        {"\"attention\"", "\"Attention\"", "unknown model 'Attention'"},
        {"\"attention\"", "\"average\"", "tensor 'W_Q' does not belong to the model average"},
        {"\"attention\"", "\"mlp\"", "tensor 'W_1' is missing"},
        {"\"scaled-dot\"", "\"\"", "unknown score ''"},
        {"\"scaled-dot\"", "\"additive\"", "tensor 'w_S' is missing: its metadata make it [1]"},
        {"\"scaled-dot\"", "\"bilinear\"", "tensor 'M' is missing: its metadata make it [1,3]"},
        {"__metadata__", "__metadata_", "unknown key 'model' of tensor '__metadata_'"},
        {"__metadata__", "", "unknown key 'model' of tensor ''"},
    };
    EXPECT_FAULTS(faults);
}

#define LONG_8  "xxxxxxxx"
#define LONG_64 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8

Test(model_hostile, json) {
    static const struct fault faults[] = {
        {NULL, "[]", "'{' is missing"},
        {NULL, "{}", "88 bytes after the last tensor"},
        {NULL, "      ", "'{' is missing"},
        {NULL, "null", "'{' is missing"},
        {NULL, "{\"a\":1}", "'{' is missing"},
        {NULL, "{\"a\"", "':' is missing"},
        {NULL, "{\"a", "a string is never closed"},
        {NULL, "{\"a\\", "a bad escape"},
        {NULL, "{,}", "'\"' is missing"},
        {NULL, "{'a':{}}", "'\"' is missing"},
        {NULL, "\xef\xbb\xbf{}", "'{' is missing"},
        {NULL, "/**/{}", "'{' is missing"},
        {"\"W_Q\"", "\"\x01\"", "a control character"},
        {"\"W_Q\"", "\"\n\"", "a control character"},
        {"\"W_Q\"", "\"\xff\"", "bytes that are not UTF-8"},
        {"\"W_Q\"", "\"\xc0\x80\"", "bytes that are not UTF-8"},
        {"\"W_Q\"", "\"\\u0000\"", "a \\u escape that is no character"},
        {"\"W_Q\"", "\"\\ud800\"", "half of a surrogate pair"},
        {"\"W_Q\"", "\"\\udc00\"", "a \\u escape that is no character"},
        {"\"W_Q\"", "\"\\u00g0\"", "a bad \\u escape"},
        {"\"W_Q\"", "\"\\x57_Q\"", "a bad escape"},
        {"\"W_Q\"", "\"" LONG_64 "\"", "a name or value of more than 63 bytes"},
        {"\"1\"", "\"" LONG_64 "\"", "a name or value of more than 63 bytes"},
        {"\"W_Q\"", "W_Q", "'\"' is missing"},
        {"\"W_Q\":", "\"W_Q\"", "':' is missing"},
        {"},\"W_Q\"", "},,\"W_Q\"", "'\"' is missing"},
        {"[72,88]}}", "[72,88]}},", "text after the end"},
        {"[72,88]}}", "[72,88]}}}", "text after the end"},
        {"[72,88]}}", "[72,88]},}", "'\"' is missing"},
        {"[72,88]}}", "[72,88]}", "'}' is missing"},
    };
    EXPECT_FAULTS(faults);
}

/* A header of `count` times a text between two others. */
static void expect_repeated_refused(const char *before, const char *text, size_t count,
                                    const char *after, const char *words) {
    struct text header = {0};
    struct image image = golden();
    text_string(&header, before);
    text_repeat(&header, text, count);
    text_string(&header, after);
    replace(&image, NULL, header.data);
    expect_refused(text, image.bytes, image.size, words);
    text_free(&header);
    free(image.bytes);
}

Test(model_hostile, depth_length_and_number) {
    expect_repeated_refused("{\"a\":", "[", 1000000, "", "'{' is missing at byte 5");
    expect_repeated_refused("", "{\"a\":", 1000000, "", "unknown key 'a' of tensor 'a'");
    expect_repeated_refused("{\"__metadata__\":", "{\"a\":", 1000000, "", "'\"' is missing");
    expect_repeated_refused("{\"", "x", 1000000, "\":", "a string is too long");
    expect_repeated_refused("{", " ", 1000000, "", "'\"' is missing");
    expect_repeated_refused("{\"a\":{\"shape\":[", "0,", 1000000, "0]", "too many dimensions");
    expect_repeated_refused("{\"a\":{\"shape\":[", "9", 1000000, "]", "a number too large");
    expect_repeated_refused("{\"a\":{\"shape\":[", "0", 1000000, "]", "plain whole");
}

/* A header with so many metadata, or tensors. */
static void expect_many_refused(const char *before, const char *format, const char *after,
                                const char *words) {
    struct text header = {0};
    struct image image = golden();
    text_string(&header, before);
    for (int i = 0; i < 65; i++) {
        text_format(&header, "%s\"%d\":", i ? "," : "", i);
        text_string(&header, format);
    }
    text_string(&header, after);
    replace(&image, NULL, header.data);
    expect_refused(words, image.bytes, image.size, words);
    text_free(&header);
    free(image.bytes);
}

Test(model_hostile, more_than_any_model_has) {
    expect_many_refused("{\"__metadata__\":{", "\"\"", "}}", "more than 64 metadata");
    expect_many_refused("{", "{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}", "}",
                        "more than 64 tensors");
}

Test(model_hostile, numbers_that_are_not_finite) {
    static const unsigned char endings[][2] = {
        {0xf0, 0x7f}, {0xf0, 0xff}, {0xf8, 0x7f}, {0xff, 0xff}, {0xf4, 0x7f}};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct image image = golden();
        memcpy(image.bytes + image.size - 2, endings[i], 2);
        expect_refused("a bias", image.bytes, image.size, "number 1 of tensor 'b_O' is not finite");
        memcpy(image.bytes + 8 + image.header + 6, endings[i], 2);
        expect_refused("a weight", image.bytes, image.size, "number 0 of tensor 'W_Q' is not");
        free(image.bytes);
    }
}

/* What is saved under a model's name by accident. */
static const struct {
    const char *bytes;
    size_t size;
    const char *words;
} others[] = {
    {"", 0, "too short"},
    {"1234567", 7, "too short"},
    {"\0\0\0\0\0\0\0\0", 8, "header would have 0 bytes"},
    {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", 65, "Git LFS pointer"},
    {"<!DOCTYPE html><html></html>", 28, "is a web page"},
    {"<!doctype html>\n<html>", 22, "is a web page"},
    {"<html><head></head></html>", 26, "is a web page"},
    {"<HTML>", 6, "is a web page"},
    {"\r\n\n  <!DOCTYPE html>", 20, "is a web page"},
    {"\xef\xbb\xbf<!DOCTYPE html>", 18, "is a web page"},
    {"<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", 61, "is a web page"},
    {"404: Not Found", 14, "is not a safetensors model"},
    {"{\"error\":\"Not found\"}", 21, "is not a safetensors model"},
    {"PK\3\4\0\0\0\0\0\0!\0archive/data.pkl", 28, "is not a safetensors model"},
    {"\x1f\x8b\b\0\0\0\0\0\0\3", 10, "is not a safetensors model"},
    {"pairs,query,answer\na1,a,1\n", 26, "is not a safetensors model"},
};

enum { OTHER_COUNT = sizeof others / sizeof *others };

Test(model_hostile, that_is_something_else) {
    for (size_t i = 0; i < OTHER_COUNT; i++) {
        expect_refused("something else", others[i].bytes, others[i].size, others[i].words);
    }
}

/* One of each kind, through every command. */
Test(model_hostile, every_command_refuses) {
    static const struct fault faults[] = {
        {"[8,32]", "[0,24]", ""},
        {"[1,3]", "[4294967296,4294967297]", ""},
        {"[1,3]", "[3,1]", ""},
        {"W_V", "W_v", ""},
        {"\"F64\"", "\"I64\"", ""},
        {"\"width\":\"1\"", "\"width\":\"2\"", ""},
        {"\"letters\":\"1\"", "\"letters\":\"1000000\"", ""},
        {"\"W_Q\"", "\"W_K\"", ""},
        {NULL, "{\"a\":[[[[[[[[", ""},
    };
    make_run();
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct image image = golden();
        replace(&image, faults[i].from, faults[i].to);
        write_bytes("broken.safetensors", image.bytes, image.size);
        expect_commands_refuse(faults[i].to);
        free(image.bytes);
    }
    for (size_t i = 0; i < 5; i++) {
        write_bytes("broken.safetensors", others[i].bytes, others[i].size);
        expect_commands_refuse(others[i].bytes);
    }
    struct image image = golden();
    memcpy(image.bytes + image.size - 2, "\xf8\x7f", 2);
    write_bytes("broken.safetensors", image.bytes, image.size);
    expect_commands_refuse("not finite");
    write_bytes("broken.safetensors", image.bytes, image.size - 1);
    expect_commands_refuse("cut");
    write_bytes("broken.safetensors", image.bytes, image.size + 1);
    expect_commands_refuse("longer");
    free(image.bytes);
}

Test(model_hostile, what_is_no_file) {
    make_run();
    struct outcome outcome = run("ln -s /dev/zero $T/broken.safetensors");
    outcome_free(&outcome);
    static const char *const commands[] = {"eval", "plot", "gradcheck"};
    char command[128];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        snprintf(command, sizeof command, "attnlearn %s $T/broken.safetensors", commands[i]);
        assert_refused(1, "is larger than 67108864 bytes", command);
    }
    assert_refused(1, "is larger than 67108864 bytes", "attnlearn ask /dev/zero a1 a");
    assert_refused(1, "is larger than 67108864 bytes", "attnlearn eval - </dev/zero");
    assert_refused(1, "is a folder", "attnlearn explain $T a1 a");
    assert_refused(1, "too short", "attnlearn eval /dev/null");
    assert_refused(1, "cannot open", "attnlearn eval $T/none");
    assert_refused(1, "is larger than 67108864 bytes",
                   "rm $T/run/state.safetensors; ln -s /dev/zero $T/run/state.safetensors; "
                   "attnlearn train --resume $T/run");
    assert_refused(1, "is larger than 67108864 bytes",
                   "rm $T/run/attention.safetensors; ln -s /dev/zero "
                   "$T/run/attention.safetensors; attnlearn report $T/run -o $T/x.html");
}

/* Metadata that claim sizes of gigabytes, with the tensors of a small model: nothing is taken for
 * them. */
Test(model_hostile, claims_take_no_memory) {
    static const char *const claims[][2] = {{"\"letters\":\"1\"", "\"letters\":\"1000000\""},
                                            {"\"pairs\":\"1\"", "\"pairs\":\"10000\""},
                                            {"\"digits\":\"2\"", "\"digits\":\"1000000\""},
                                            {"\"width\":\"1\"", "\"width\":\"60\""},
                                            {"\"hidden\":\"64\"", "\"hidden\":\"1000000\""}};
    struct image image = golden();
    for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
        replace(&image, claims[i][0], claims[i][1]);
    }
    write_bytes("broken.safetensors", image.bytes, image.size);
    free(image.bytes);
    const char *const limit = SLOWNESS == 1 ? "ulimit -v 20000;" : "";
    char command[128];
    snprintf(command, sizeof command, "%s attnlearn eval $T/broken.safetensors", limit);
    assert_refused(1, "tensor 'W_Q' has the wrong shape: its metadata make it [60,1000000]",
                   command);
}
