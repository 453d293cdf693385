/* Memory and time are bounded by the size of what is read: files made to be dear are refused, or read, by a
 * program that may take 16 MB and a small multiple of the file. */
#include "support.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Address space tells nothing of a program with the address sanitizer. */
#if defined __SANITIZE_ADDRESS__
#define IS_LIMITED 0
#elif defined __has_feature
#if __has_feature(address_sanitizer)
#define IS_LIMITED 0
#endif
#endif
#ifndef IS_LIMITED
#define IS_LIMITED 1
#endif

enum { SIZE = 1000000, BASE = 16 << 20 };

/* A file of `head`, pieces to a megabyte, numbered where they say so, and `end`. */
struct dear {
    const char *name, *head, *piece, *end;
    size_t most; /* bytes of memory for each of the file */
    int status;
    const char *words; /* of the message */
    const char *command;
};

/* Appends the piece with '#' replaced by the number. */
static void put_piece(FILE *file, const char *piece, int number) {
    for (; *piece; piece++) {
        if (*piece == '#') {
            fprintf(file, "%d", number);
        } else {
            fputc(*piece, file);
        }
    }
}

static long write_dear(const struct dear *dear) {
    char path[256];
    snprintf(path, sizeof path, "%s/%s", test_folder(), dear->name);
    FILE *file = fopen(path, "w");
    cr_assert(file);
    fputs(dear->head, file);
    for (int i = 0; ftell(file) < SIZE; i++) put_piece(file, dear->piece, i);
    fputs(dear->end, file);
    long size = ftell(file);
    cr_assert_eq(fclose(file), 0);
    return size;
}

static void expect_bounded(const struct dear *dear) {
    long size = write_dear(dear);
    unsigned long kilobytes = (BASE + dear->most * (unsigned long)size) / 1024;
    struct outcome outcome =
        IS_LIMITED ? run("cd $T; ulimit -v %lu; %s >picture", kilobytes, dear->command)
                   : run("cd $T; %s >picture", dear->command);
    cr_expect_eq(outcome.status, dear->status, "%s: %d, %s", dear->command, outcome.status,
                 outcome.err);
    cr_expect(strstr(outcome.err, dear->words), "%s: '%s' not in '%s'", dear->command, dear->words,
              outcome.err);
    outcome_free(&outcome);
}

/* Seeds in one bit after another of the upper ones, and their product with a constant that mixes
 * numbers: runs must be found among others whatever their seeds, or 65536 of them take minutes. */
Test(hostile_memory, runs_are_found_whatever_their_seeds, .timeout = 10.0 * SLOWNESS) {
    static const uint64_t factors[] = {1, 0xf1de83e19937733dULL};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/c.csv", test_folder());
        FILE *file = fopen(path, "w");
        cr_assert(file);
        fputs("model,score,seed,step,eval_loss\n", file);
        for (uint64_t n = 0; n < 65536; n++) {
            fprintf(file, "m,,%llu,0,1\n", (unsigned long long)((n << 48) * factors[i]));
        }
        cr_assert_eq(fclose(file), 0);
        struct outcome outcome = run("attnlearn plot $T/c.csv >$T/picture");
        cr_expect_eq(outcome.status, 0, "%s", outcome.err);
        outcome_free(&outcome);
    }
}

#define ATTEND "attnlearn attend --query m.csv --key m.csv --value m.csv"
#define CURVES "model,score,seed,step,eval_loss\n"

static const struct dear table[] = {
    /* Room for 10000 pairs in each row would be 80 kB for its 7 bytes. */
    {"d.csv", "pairs,query,answer\n", "a1,a,1\n", "a1,b,1", 16, 1, "the query 'b' is not among",
     "attnlearn gradcheck --pairs 10000 --letters 10000 --min-pairs 1 --digits 2 --data d.csv"},
    {"d.csv", "pairs,query,answer\n\"", "a1,\n", "\",a,1", 16, 1, "d.csv:2: 'a1,",
     "attnlearn gradcheck --data d.csv"},
    {"d.csv", "pairs,query,answer\n", "\"a1\" ", "", 16, 1, "d.csv:2: text after a closing quote",
     "attnlearn gradcheck --data d.csv"},
    {"m.csv", "1", ",1", "", 64, 0, "", ATTEND " -o x.svg"},
    {"m.csv", "", "1\n", "", 16, 1, "and at most 10000000 are computed", ATTEND},
    {"m.csv", "", ",", "", 32, 1, "m.csv:1: row 1, column 1: a number is missing", ATTEND},
    {"m.csv", "", "\"\"", "", 16, 1, "...' is not a number", ATTEND},
    {"m.csv", "\"", "\n\"\"", "", 16, 1, "m.csv:1: a quote is never closed", ATTEND},
    {"m.csv", "", "1", "", 16, 1, "...' is too large for a number", ATTEND},
    {"c.csv", CURVES, "m,,#,0,1\n", "", 64, 0, "", "attnlearn plot c.csv"},
    {"c.csv", CURVES, "m#,,0,0,1\n", "", 64, 1, "more than a figure can show",
     "attnlearn plot c.csv"},
    {"c.csv", CURVES, "m,,0,#,1\n", "", 16, 0, "", "attnlearn plot c.csv"},
    {"c.csv", "model", ",m#", "", 64, 1, "there is no column 'score'", "attnlearn plot c.csv"},
    {"c.ini", "[task]\n", "\n", "x", 4, 2, "'x' is not key = value",
     "attnlearn train --print-config --config c.ini"},
    {"c.ini", "[task]\n", "pairs", "", 4, 2, "...' is not key = value",
     "attnlearn train --print-config --config c.ini"},
};

Test(hostile_memory, is_bounded_by_the_size_of_the_file) {
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) expect_bounded(&table[i]);
}
