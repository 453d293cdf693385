/* Examples in a file. */
#include "task/dataset.h"

#include "base/file.h"
#include "support.h"
#include "task/source.h"

#include <stdio.h>
#include <string.h>

static const struct task lookup = {6, 6, 8, 10};

static void refuse_file(const char *bytes, size_t size, size_t fewest, const char *words) {
    struct error error = {STATUS_DONE, ""};
    struct dataset dataset;
    const char *path = write_bytes("set.csv", bytes, size);
    cr_expect(!dataset_read(&dataset, &lookup, fewest, path, &error), "'%s' is taken", bytes);
    cr_expect_eq(error.status, STATUS_FAILED);
    cr_expect(strncmp(error.message, path, strlen(path)) == 0, "%s names no file", error.message);
    cr_expect_str_eq(error.message + strlen(path), words);
    cr_expect(!dataset.numbers && !dataset.count);
}

/* The header and these rows, where six pairs are not needed. */
static void refuse(const char *rows, const char *words) {
    char bytes[512];
    snprintf(bytes, sizeof bytes, "pairs,query,answer\n%s", rows);
    refuse_file(bytes, strlen(bytes), 1, words);
}

Test(dataset, headers) {
    const char *wrong = ":1: the first line must be the header 'pairs,query,answer'";
    refuse_file("", 0, 1, ": the file is empty");
    refuse_file("\n", 1, 1, ": the file is empty");
    refuse_file("a3 c7,c,7\n", 10, 1, wrong);
    refuse_file("pairs,query\n", 12, 1, wrong);
    refuse_file("query,pairs,answer\n", 19, 1, wrong);
    refuse("", ": there are no examples after the header");
    refuse("\n\n", ": there are no examples after the header");
}

Test(dataset, rows_that_are_no_examples) {
    refuse("a3 c7,c\n", ":2: 2 fields where pairs,query,answer are 3");
    refuse("a3 c7,c,7,\n", ":2: 4 fields where pairs,query,answer are 3");
    refuse("a3,a,3\na3 a4,a,3\n", ":3: the letter a stands twice: each letter has one digit");
    refuse("a3 c7,c,3\n", ":2: the answer is 3, but the digit of c is 7");
    refuse("a3 c7,c,x\n", ":2: the answer 'x' is not a digit from 0 to 9");
    refuse("a3 c7,c,\n", ":2: the answer '' is not a digit from 0 to 9");
    refuse("a3 c7,c,10\n", ":2: the answer '10' is not a digit from 0 to 9");
    refuse("a3 c7,c,-7\n", ":2: the answer '-7' is not a digit from 0 to 9");
    refuse("a3 c7,c, 7\n", ":2: the answer ' 7' is not a digit from 0 to 9");
    refuse("a3 c7,b,7\n", ":2: the query 'b' is not among the letters of the pairs");
    refuse(",a,1\n", ":2: there are no pairs");
    refuse("a1 b2 c3 d4 e5 f6 g7,a,1\n", ":2: there are more than 6 pairs");
    refuse("a3 i7,a,3\n", ":2: 'i7': the letters go from a to h");
    refuse("\n\na3,a,4\n", ":4: the answer is 4, but the digit of a is 3");
    refuse("a3,a,3\n\"a3\n", ":3: a quote is never closed");
}

Test(dataset, fewer_pairs_than_the_task_has) {
    const char *bytes = "pairs,query,answer\na1 b2 c3,a,1\na1 b2,a,1\n";
    refuse_file(bytes, strlen(bytes), 3,
                ":3: 2 pairs, but the task has at least 3: say --min-pairs 2");
}

static void assert_examples(const char *bytes) {
    struct error error = {STATUS_DONE, ""};
    struct dataset dataset;
    struct example example;
    cr_assert(dataset_read(&dataset, &lookup, 1, write_string("set.csv", bytes), &error), "%s",
              error.message);
    cr_assert_eq(dataset.count, 2);
    dataset_example(&dataset, 0, &example);
    cr_expect(example.count == 3 && example.query == 1 && example_answer(&example) == 7);
    cr_expect(example.letters[0] == 0 && example.letters[1] == 2 && example.letters[2] == 5);
    cr_expect(example.digits[0] == 3 && example.digits[1] == 7 && example.digits[2] == 1);
    dataset_example(&dataset, 1, &example);
    cr_expect(example.count == 1 && example.query == 0 && example_answer(&example) == 0);
    cr_expect(example.letters[0] == 7);
    dataset_free(&dataset);
    cr_expect(!dataset.numbers);
}

Test(dataset, line_ends_marks_and_quotes) {
    assert_examples("pairs,query,answer\na3 c7 f1,c,7\nh0,h,0\n");
    assert_examples("pairs,query,answer\na3 c7 f1,c,7\nh0,h,0");
    assert_examples("pairs,query,answer\r\na3 c7 f1,c,7\r\nh0,h,0\r\n");
    assert_examples("\xef\xbb\xbfpairs,query,answer\n\"a3 c7 f1\",\"c\",\"7\"\n\nh0,h,0\n");
}

static void write_examples(struct source *source, size_t count, const char *path) {
    struct text text = {0};
    struct error error;
    dataset_header_text(&text);
    for (size_t t = 0; t < count; t++) dataset_example_text(&text, source_draw(source, t));
    cr_assert(text_finish(&text, &error) && file_write(path, text.data, text.length, &error));
    text_free(&text);
}

/* Whether two examples are the same, and the text's own view of the answer. */
static void assert_same(const struct example *a, const struct example *b) {
    size_t bytes = a->count * sizeof *a->letters;
    cr_assert(a->count == b->count && a->query == b->query);
    cr_assert(memcmp(a->letters, b->letters, bytes) == 0);
    cr_assert(memcmp(a->digits, b->digits, bytes) == 0);
    cr_assert_eq(example_answer(a), a->digits[a->query]);
}

static void assert_round_trip(struct task task, size_t count) {
    struct error error;
    struct dataset dataset;
    struct example example;
    struct source *source = source_stream(&task, 5, STREAM_TRAIN, &error);
    const char *path = write_string("set.csv", "");
    write_examples(source, count, path);
    cr_assert(dataset_read(&dataset, &task, task.min_pairs, path, &error), "%s", error.message);
    cr_assert_eq(dataset.count, count);
    for (size_t i = 0; i < count; i++) {
        dataset_example(&dataset, i, &example);
        assert_same(&example, source_draw(source, i));
    }
    dataset_free(&dataset);
    source_free(source);
}

Test(dataset, what_was_generated_is_read) {
    assert_round_trip(lookup, 3000);
    assert_round_trip((struct task){6, 1, 8, 10}, 3000);
    assert_round_trip((struct task){1, 1, 1, 2}, 100);
    assert_round_trip((struct task){30, 2, 1000, 1000}, 300);
    assert_round_trip((struct task){1000, 1000, 1000, 10000}, 3);
}

Test(dataset, an_example_as_a_line) {
    uint32_t letters[] = {0, 2, 26}, digits[] = {3, 7, 12};
    struct example example = {3, letters, digits, 2};
    struct text text = {0};
    dataset_header_text(&text);
    dataset_example_text(&text, &example);
    cr_expect_str_eq(text.data, "pairs,query,answer\na3 c7 aa12,aa,12\n");
    text_free(&text);
}
