/* Files of examples, and questions, that are wrong: one sentence with file and line. */
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "pairs,query,answer\n"

/* The commands that read examples: each names the file of $T in place of %s. */
static const char *const readers[] = {
    "attnlearn train --steps 0 --eval-examples 5 --min-pairs 1 --out $T/run --data '%s'",
    "attnlearn train --steps 0 --eval-examples 5 --min-pairs 1 --out $T/run --eval-data '%s'",
    "attnlearn eval tests/data/golden/models/attention-scaled-dot/weights.safetensors --data '%s'",
    "attnlearn gradcheck --data '%s'",
};

enum { READER_COUNT = sizeof readers / sizeof *readers };

static void write_command(char command[512], size_t reader, const char *path) {
    const char *hole = strstr(readers[reader], "%s");
    snprintf(command, 512, "%.*s%s%s", (int)(hole - readers[reader]), readers[reader], path,
             hole + 2);
}

static void expect_refused(const char *content, size_t size, size_t line, const char *words) {
    const char *path = write_bytes("x.csv", content, size);
    char command[512], message[512];
    snprintf(message, sizeof message, "attnlearn: %s:%zu: %s", path, line, words);
    if (!line) snprintf(message, sizeof message, "attnlearn: %s: %s", path, words);
    for (size_t i = 0; i < READER_COUNT; i++) {
        write_command(command, i, path);
        assert_refused(1, message, command);
    }
    struct outcome folder = run("test -e $T/run");
    cr_expect_eq(folder.status, 1, "refused examples made a run folder");
    outcome_free(&folder);
}

struct fault {
    const char *content;
    size_t line; /* 0: of the whole file */
    const char *words;
};

static void expect_faults(const struct fault *faults, size_t count) {
    for (size_t i = 0; i < count; i++) {
        expect_refused(faults[i].content, strlen(faults[i].content), faults[i].line,
                       faults[i].words);
    }
}

#define EXPECT_FAULTS(faults) expect_faults(faults, sizeof(faults) / sizeof *(faults))

Test(bad_data, files_without_the_header_or_without_examples) {
    static const struct fault faults[] = {
        {"", 0, "the file is empty"},
        {"\n\r\n", 0, "the file is empty"},
        {"\xef\xbb\xbf", 0, "the file is empty"},
        {HEADER, 0, "there are no examples after the header"},
        {HEADER "\n\n", 0, "there are no examples after the header"},
        {"a1 b2,a,1\n", 1, "the first line must be the header 'pairs,query,answer'"},
        {"query,pairs,answer\na,a1 b2,1\n", 1, "the first line must be the header"},
        {"pairs,query\na1 b2,a\n", 1, "the first line must be the header"},
        {"pairs,query,answer,more\na1 b2,a,1,1\n", 1, "the first line must be the header"},
        {"Pairs,Query,Answer\na1 b2,a,1\n", 1, "the first line must be the header"},
        {"\npairs;query;answer\na1 b2;a;1\n", 2, "the first line must be the header"},
    };
    EXPECT_FAULTS(faults);
}

Test(bad_data, examples_that_are_none) {
    static const struct fault faults[] = {
        {HEADER "a1 a2,a,1\n", 2, "the letter a stands twice"},
        {HEADER "a1 b2,a,1\na1 b2,a,2\n", 3, "the answer is 2, but the digit of a is 1"},
        {HEADER "a1 b2,c,1\n", 2, "the query 'c' is not among the letters of the pairs"},
        {HEADER "a1 b2,,1\n", 2, "the query '' is not a small letter"},
        {HEADER "a1 b2,a1,1\n", 2, "the query 'a1' is not a small letter"},
        {HEADER "a1 b2, a,1\n", 2, "the query ' a' is not a small letter"},
        {HEADER "a1 b10,a,1\n", 2, "'b10': the digits go from 0 to 9"},
        {HEADER "a1 b99999999999999999999,a,1\n", 2, "'b99999999999999999999': the digits go"},
        {HEADER "a1 b-2,a,1\n", 2, "'b-2' is not a pair"},
        {HEADER "a1 i2,a,1\n", 2, "'i2': the letters go from a to h"},
        {HEADER "a1 zzzzzzzzzzzz2,a,1\n", 2, "'zzzzzzzzzzzz2'"},
        {HEADER "A1 b2,b,2\n", 2, "'A1' is not a pair"},
        {HEADER "a1 b,a,1\n", 2, "'b' is not a pair: a small letter and a digit, like c7"},
        {HEADER "a1 2,a,1\n", 2, "'2' is not a pair"},
        {HEADER "a1;b2,a,1\n", 2, "'a1;b2' is not a pair"},
        {HEADER ",a,1\n", 2, "there are no pairs"},
        {HEADER "a1 b2 c3 d4 e5 f6 g7,a,1\n", 2, "there are more than 6 pairs"},
        {HEADER "a1 b2,a,x\n", 2, "the answer 'x' is not a digit from 0 to 9"},
        {HEADER "a1 b2,a,\n", 2, "the answer '' is not a digit from 0 to 9"},
        {HEADER "a1 b2,a,10\n", 2, "the answer '10' is not a digit from 0 to 9"},
        {HEADER "a1 b2,a, 1\n", 2, "the answer ' 1' is not a digit from 0 to 9"},
    };
    EXPECT_FAULTS(faults);
}

Test(bad_data, rows_that_are_torn) {
    static const struct fault faults[] = {
        {HEADER "a1 b2,a\n", 2, "2 fields where pairs,query,answer are 3"},
        {HEADER "a1 b2,a,1,\n", 2, "4 fields where pairs,query,answer are 3"},
        {HEADER "\n\na1 b2\n", 4, "1 fields where pairs,query,answer are 3"},
        {HEADER "\"a1 b2,a,1\n", 2, "a quote is never closed"},
        {HEADER "a1 \"b2,a,1\n", 2, "a quote inside a field that is not quoted"},
        {HEADER "\"a1 b2\"x,a,1\n", 2, "text after a closing quote"},
        {HEADER "a1 b2,a,1\ra1 b2,a,1\n", 2, "a carriage return inside a line"},
        {"\xef\xbb\xbf" HEADER "a1 b2,a,1\r\n\r\na1 b2,a,2", 4, "the answer is 2, but"},
    };
    static const char zero[] = HEADER "a1 b2,a,1\na1\0 b2,a,1\n";
    EXPECT_FAULTS(faults);
    expect_refused(zero, sizeof zero - 1, 3, "a zero byte");
}

/* What editors make of a file changes nothing. */
Test(bad_data, line_ends_marks_and_quotes_are_fine) {
    static const char *const same[] = {
        "pairs,query,answer\na1 b2 c3,b,2\nd4 a7,d,4\n",
        "pairs,query,answer\r\na1 b2 c3,b,2\r\nd4 a7,d,4\r\n",
        "\xef\xbb\xbfpairs,query,answer\na1 b2 c3,b,2\nd4 a7,d,4\n",
        "pairs,query,answer\na1 b2 c3,b,2\nd4 a7,d,4",
        "\xef\xbb\xbfpairs,query,answer\r\na1 b2 c3,b,2\r\nd4 a7,d,4",
        "\"pairs\",\"query\",answer\n\"a1 b2 c3\",b,\"2\"\n\n d4  a7 ,d,4\n\n",
    };
    char *expected = NULL;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char command[512];
        write_command(command, 2, write_string("x.csv", same[i]));
        struct outcome outcome = run("%s --json", command);
        cr_assert_eq(outcome.status, 0, "file %zu: %s", i, outcome.err);
        cr_expect_eq(json_number(outcome.out, "examples"), 2);
        if (expected) cr_expect_str_eq(outcome.out, expected, "file %zu", i);
        if (!expected) expected = strdup(outcome.out);
        outcome_free(&outcome);
    }
    free(expected);
}

Test(bad_data, files_that_cannot_be_read) {
    for (size_t i = 0; i < READER_COUNT; i++) {
        char command[512];
        write_command(command, i, "/nowhere/x.csv");
        assert_refused(1, "cannot open /nowhere/x.csv: No such file or directory", command);
        write_command(command, i, "tests");
        assert_refused(1, "tests is a folder, not a file", command);
    }
}

Test(bad_data, fewer_pairs_than_the_task_has) {
    write_string("x.csv", HEADER "a1 b2 c3,b,2\n");
    assert_refused(1, "x.csv:2: 3 pairs, but the task has at least 6: say --min-pairs 3",
                   "attnlearn train --steps 0 --data $T/x.csv");
}

/* By each command that takes a question. */
static void expect_question_refused(const char *pairs, const char *query, const char *words) {
    static const char *const askers[] = {"ask", "explain"};
    for (size_t i = 0; i < sizeof askers / sizeof *askers; i++) {
        char command[256];
        snprintf(command, sizeof command,
                 "attnlearn %s tests/data/golden/models/attention-scaled-dot/weights.safetensors "
                 "'%s' '%s'",
                 askers[i], pairs, query);
        assert_refused(1, words, command);
        strcat(command, " --json");
        assert_refused(1, words, command);
    }
}

Test(bad_data, questions_that_cannot_be_asked) {
    expect_question_refused("a3 c7", "g", "the query 'g' is not among the letters of the pairs");
    expect_question_refused("a3 c7", "z", "'z': the letters go from a to h");
    expect_question_refused("a3 c7", "", "the query '' is not a small letter");
    expect_question_refused("a3 c7", "c7", "the query 'c7' is not a small letter");
    expect_question_refused("a3 c7", "7", "the query '7' is not a small letter");
    expect_question_refused("a3 c7 a1", "a", "the letter a stands twice");
    expect_question_refused("a3 c12", "a", "'c12': the digits go from 0 to 9");
    expect_question_refused("a3,c7", "a", "'a3,c7' is not a pair: a small letter and a digit");
    expect_question_refused("a3 7c", "a", "'7c' is not a pair");
    expect_question_refused("a3 c", "a", "'c' is not a pair");
    expect_question_refused("a3 \xc3\xa9"
                            "5",
                            "a", "is not a pair");
    expect_question_refused("", "a", "there are no pairs");
    expect_question_refused("   ", "a", "there are no pairs");
    expect_question_refused("a1 b1 c1 d1 e1 f1 g1", "a", "there are more than 6 pairs");
}

Test(bad_data, files_that_are_no_model) {
    write_string("x.csv", HEADER "a1 b2,a,1\n");
    write_string("empty", "");
    assert_refused(1, "cannot open /nowhere/m", "attnlearn eval /nowhere/m");
    assert_refused(1, "tests is a folder", "attnlearn eval tests");
    assert_refused(1, "x.csv is not a safetensors model", "attnlearn eval $T/x.csv");
    assert_refused(1, "x.csv is not a safetensors model", "attnlearn ask $T/x.csv 'a1 b2' a");
    assert_refused(1, "x.csv is not a safetensors model", "attnlearn explain $T/x.csv 'a1 b2' a");
    assert_refused(2, "explain needs its arguments", "attnlearn explain $T/x.csv 'a1 b2'");
    assert_refused(2, "did you mean '--json'?", "attnlearn explain $T/x.csv 'a1 b2' a --jsn");
    assert_refused(1, "x.csv is not a safetensors model", "attnlearn gradcheck $T/x.csv");
    assert_refused(1, "empty", "attnlearn eval $T/empty");
}
