/* Tests of the commands that draw heat maps of a model: plot, ask and eval. */
#include "support.h"
#include "support_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define GOLDEN       "tests/data/golden/models/"
#define MODEL        GOLDEN "attention-scaled-dot/weights.safetensors"

/* Runs the command with -o, twice, and returns the picture. */
static char *picture_of(const char *command) {
    struct outcome outcome = run("%s -o $T/a.svg && %s -o $T/b.svg && cmp $T/a.svg $T/b.svg && "
                                 "{ ! command -v xmllint >/dev/null || xmllint --noout $T/a.svg; }",
                                 command, command);
    cr_assert(outcome.status == 0, "%s: %s", command, outcome.err);
    outcome_free(&outcome);
    char path[512];
    snprintf(path, sizeof path, "%s/a.svg", test_folder());
    char *svg = read_file(path, NULL);
    cr_assert(svg);
    assert_sound_svg(svg);
    return svg;
}

Test(heat_command, a_match_of_every_model) {
    static const struct {
        const char *name;
        const char *maps[3]; /* titles in bold */
        size_t count;
    } cases[] = {
        {"attention-scaled-dot", {"mean weight", "mean score", "W_Q^T W_K"}, 3},
        {"attention-bilinear", {"mean weight", "mean score", "M"}, 3},
        {"attention-additive", {"mean weight", "mean score"}, 2},
        {"attention-4-heads",
         {"mean weight, head 4", "mean score, head 1", "W_Q^T W_K, head 2"},
         12},
        {"attention-40-letters",
         {"mean weight, head 3", "mean score, head 3", "W_Q^T W_K, head 1"},
         9},
        {"attention-1-pair", {"mean weight", "mean score", "W_Q^T W_K"}, 3},
        {"average", {"mean weight"}, 1},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        char command[256], title[64];
        snprintf(command, sizeof command, "attnlearn plot " GOLDEN "%s/weights.safetensors",
                 cases[c].name);
        char *svg = picture_of(command);
        for (size_t m = 0; m < 3 && cases[c].maps[m]; m++) {
            snprintf(title, sizeof title, ">%s</text>", cases[c].maps[m]);
            cr_expect(strstr(svg, title), "%s: %s", cases[c].name, title);
        }
        cr_expect_eq(occurrences(svg, ">query</text>"), cases[c].count, "%s", cases[c].name);
        free(svg);
    }
}

Test(heat_command, the_examples_are_those_of_the_seed) {
    struct outcome outcome = run(
        "cd $T && p() { attnlearn plot \"$OLDPWD\"/" MODEL
        " \"$@\"; } && p --seed 3 --examples 50 >a && "
        "p --seed 3 --examples 50 >b && p --seed 4 --examples 50 >c && cmp a b && ! cmp -s a c");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* A picture on standard output sends what is told to standard error. */
Test(heat_command, ask_and_eval_draw_what_they_tell) {
    char *svg = picture_of("attnlearn ask " MODEL " 'a3 c7 f1 b9 h0 d2' c");
    cr_expect(strstr(svg, "<title>attention asked for c: answers 4, which is wrong</title>"));
    cr_expect(strstr(svg, ">c7 ?</text>") && strstr(svg, ">a3</text>") &&
              strstr(svg, ">b_O</text>"));
    cr_expect(strstr(svg, ">0.30</text>") && strstr(svg, ">0.27</text>"), "weight and probability");
    free(svg);
    svg = picture_of("attnlearn ask " GOLDEN "mlp/weights.safetensors 'f1 e2' e");
    cr_expect(!strstr(svg, ">weight</text>") && strstr(svg, ">probability</text>"));
    free(svg);
    svg = picture_of("attnlearn eval " MODEL " --examples 50");
    cr_expect(strstr(svg, "<title>attention on the first 6 of 50 examples</title>"));
    cr_expect_eq(occurrences(svg, " ?</text>"), 12, "a pair asked for in two maps of each example");
    cr_expect_eq(occurrences(svg, ">asked f: 0, not 1</text>"), 3,
                 "a question in each group, whole");
    static const char *const groups[] = {
        ">attention weights: how much the model looks at each pair</text>",
        ">what each pair says for each digit (the sum is the logit)</text>",
        ">probabilities of the digits</text>"};
    for (size_t g = 0; g < COUNT(groups); g++) cr_expect_eq(occurrences(svg, groups[g]), 1);
    free(svg);
    svg = picture_of("attnlearn eval " GOLDEN
                     "attention-1-to-6-pairs/weights.safetensors --examples 2");
    cr_expect_eq(occurrences(svg, ">probability</text>"), 1);
    cr_expect_eq(occurrences(svg, " ?</text>"), 4);
    free(svg);
    struct outcome outcome = run("attnlearn eval " MODEL " --examples 50 -o -");
    cr_expect(outcome.status == 0 && strncmp(outcome.out, "<svg", 4) == 0 &&
              strstr(outcome.err, "verdict"));
    outcome_free(&outcome);
}

Test(heat_command, wrong_use_is_refused) {
    static const struct {
        int status;
        const char *words, *command;
    } cases[] = {
        {2, "--log is for curves", "attnlearn plot " MODEL " --log"},
        {2, "--width is for curves", "attnlearn plot " MODEL " --width 500"},
        {2, "one .safetensors file alone", "attnlearn plot " MODEL " x.csv"},
        {2, "--seed is for the picture of a model", "attnlearn plot x.csv --seed 2"},
        {2, "'x.png' does not end in .svg", "attnlearn plot " MODEL " -o x.png"},
        {2, "'x.png' does not end in .svg", "attnlearn ask " MODEL " 'a1' a -o x.png"},
        {2, "'x.pdf' does not end in .svg", "attnlearn eval " MODEL " -o x.pdf"},
        {2, "--output and --per-example name the same: standard output",
         "attnlearn eval " MODEL " -o - --per-example -"},
        {2, "--json and --output - both write to standard output: say --output FILE",
         "attnlearn eval " MODEL " --json -o -"},
        {2, "--json and --per-example - both write to standard output",
         "attnlearn eval " MODEL " --json --per-example -"},
        {2, "--json and --output - both write to standard output",
         "attnlearn ask " MODEL " 'a1 b2' a --json -o -"},
        {2, "--json and --gradients - both write to standard output",
         "attnlearn gradcheck " MODEL " --json --gradients -"},
        {1, "mlp/weights.safetensors: mlp does not weigh pairs",
         "attnlearn plot " GOLDEN "mlp/weights.safetensors"},
        {1, "missing.safetensors", "attnlearn plot missing.safetensors"},
    };
    for (size_t c = 0; c < COUNT(cases); c++) {
        assert_refused(cases[c].status, cases[c].words, cases[c].command);
    }
}
