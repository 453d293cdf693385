/* plot: figures of curves files, by the program. */
#include "support.h"
#include "support_svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define HEADER                                                                                     \
    "model,score,seed,step,examples,train_loss,eval_loss,eval_accuracy,answer_weight,"             \
    "attention_entropy,grad_norm,learning_rate,uniform_loss,average_floor,blind_floor\n"
#define LEVELS ",2.3025851,1.6893396,1.4723125\n"

/* A row with that loss, as text. */
static void put_row(FILE *file, const char *model, int seed, int step, const char *loss) {
    fprintf(file, "%s,dot,%d,%d,%d,,%s,0.5,0.5,1.5,0.1,0.003" LEVELS, model, seed, step, 64 * step,
            loss);
}

static FILE *begin(const char *name) {
    FILE *file = fopen(write_string(name, ""), "w");
    cr_assert(file);
    fputs(HEADER, file);
    return file;
}

/* The SVG of the test's file x.csv with those options; asserts that it is sound for all readers of
 * SVG that there are. The caller frees it. */
static char *draw(const char *options) {
    struct outcome outcome =
        run("attnlearn plot $T/x.csv -q -o $T/x.svg %s && cd $T && "
            "if command -v xmllint >&2; then xmllint --noout x.svg; fi && "
            "if command -v rsvg-convert >&2; then rsvg-convert x.svg >x.png; fi",
            options);
    cr_assert_eq(outcome.status, 0, "plot %s: %s", options, outcome.err);
    outcome_free(&outcome);
    outcome = run("cat $T/x.svg");
    assert_sound_svg(outcome.out);
    free(outcome.err);
    return outcome.out;
}

static void expect_in(const char *words, const char *svg) {
    cr_expect(strstr(svg, words), "'%s' is not in the picture", words);
}

/* How often the words stand in the text. */
static size_t count_of(const char *words, const char *text) {
    size_t count = 0;
    for (; (text = strstr(text, words)); text += strlen(words)) count++;
    return count;
}

Test(plot, draws_what_the_run_folder_has) {
    static const char *const settings[] = {"--model attention,average,mlp",
                                           "--eval-every 7 --seed 9", "--pairs 1 --steps 3",
                                           "--steps 0 --digits 3"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct outcome outcome = run("attnlearn train --steps 60 %s --out $T/run --force -q && "
                                     "attnlearn plot $T/run/curves.csv -o $T/x.svg && "
                                     "cmp $T/run/curves.svg $T/x.svg",
                                     settings[i]);
        cr_expect_eq(outcome.status, 0, "%s: %s%s", settings[i], outcome.out, outcome.err);
        outcome_free(&outcome);
    }
}

Test(plot, draws_in_the_terminal_what_train_draws) {
    struct outcome outcome =
        run("attnlearn train --steps 60 --csv $T/x.csv 2>$T/progress >$T/said && "
            "attnlearn plot $T/x.csv >$T/drawn && "
            "head -n $(wc -l <$T/drawn) $T/said | cmp - $T/drawn");
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    outcome_free(&outcome);
}

Test(plot, does_not_care_how_lines_end) {
    struct outcome outcome =
        run("attnlearn train --steps 60 --csv $T/x.csv -q && cd $T && "
            "awk '{ printf \"%%s\\r\\n\", $0 }' x.csv >crlf.csv && "
            "{ printf '\\357\\273\\277'; cat x.csv; } >mark.csv && "
            "head -c $(($(wc -c <x.csv) - 1)) x.csv >cut.csv && "
            "awk '{ gsub(/[^,]+/, \"\\\"&\\\"\"); print }' x.csv >quoted.csv && "
            "attnlearn plot x.csv -o x.svg && attnlearn plot x.csv -o y.svg && cmp x.svg y.svg && "
            "for file in crlf mark cut quoted; do "
            "! cmp -s x.csv $file.csv && attnlearn plot $file.csv -o y.svg && cmp x.svg y.svg && "
            "attnlearn plot - <$file.csv -o - | cmp x.svg || exit 9; done");
    cr_expect_eq(outcome.status, 0, "%s%s", outcome.out, outcome.err);
    outcome_free(&outcome);
}

Test(plot, degenerate_curves_are_sound_pictures, .timeout = 120) {
    static const char *const losses[][4] = {
        {"1"},
        {"2", "2", "2", "2"},
        {"0", "0", "0", "0"},
        {"nan", "nan", "nan", "nan"},
        {"", "", "", ""},
        {"1", "inf", "2", "-inf"},
        {"1e308", "-1e308", "1.7976931348623157e308", "0"},
        {"1e-300", "5e-324", "0", "1e-300"},
        {"-1", "0", "1e-5", "10"},
        {"-1", "-2", "-3", "-4"},
        {"1", "1.0000000000000002", "1", "1"},
    };
    for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
        for (int seeds = 1; seeds <= 3; seeds += 2) {
            FILE *file = begin("x.csv");
            for (int seed = 0; seed < seeds; seed++) {
                for (int k = 0; k < 4 && losses[i][k]; k++) {
                    put_row(file, "a", seed, k,
                            losses[i][(k + seed) % 4] ? losses[i][(k + seed) % 4] : "1");
                }
            }
            cr_assert_eq(fclose(file), 0);
            free(draw(""));
            free(draw("--log --y eval_loss,eval_accuracy"));
            free(draw("--width 320 --height 200 --log"));
            struct outcome outcome =
                run("attnlearn plot $T/x.csv && attnlearn plot $T/x.csv --log");
            cr_expect_eq(outcome.status, 0, "%s", outcome.err);
            cr_expect(!strstr(outcome.out, "nan"));
            outcome_free(&outcome);
        }
    }
}

Test(plot, seeds_become_a_median_with_a_band) {
    FILE *file = begin("x.csv");
    for (int step = 0; step <= 10; step++) {
        for (int seed = 1; seed <= 3; seed++) {
            put_row(file, "attention", seed, step, (const char *[]){"1", "2", "3"}[seed - 1]);
        }
        put_row(file, "average", 1, step, "1.5");
    }
    cr_assert_eq(fclose(file), 0);
    char *svg = draw("");
    expect_in(">attention, 3 seeds</text>", svg);
    expect_in(">average</text>", svg);
    expect_in("median and 10-90 % band of seeds", svg);
    expect_in("attention, 3 seeds ends at 2;", svg);
    cr_expect_eq(count_of("<path ", svg), 3, "two curves and a band");
    free(svg);
}

Test(plot, names_say_what_tells_curves_apart) {
    struct outcome outcome =
        run("cd $T && mkdir -p a b && attnlearn train --steps 20 --csv a/c.csv -q && "
            "attnlearn train --steps 20 --model attention --seed 2 --csv b/c.csv -q && "
            "attnlearn plot a/c.csv b/c.csv -o - && "
            "attnlearn plot b/c.csv --y eval_accuracy,answer_weight -o -");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    expect_in(">attention (a)</text>", outcome.out);
    expect_in(">attention (b)</text>", outcome.out);
    expect_in(">average</text>", outcome.out);
    expect_in(">eval_accuracy</text>", outcome.out);
    expect_in(">answer_weight</text>", outcome.out);
    expect_in("<title>eval_accuracy and answer_weight: attention</title>", outcome.out);
    outcome_free(&outcome);
}

Test(plot, levels_stand_beside_losses_alone) {
    FILE *file = begin("x.csv");
    put_row(file, "attention", 1, 0, "2.3");
    put_row(file, "attention", 1, 20, "0.1");
    cr_assert_eq(fclose(file), 0);
    const char *const losses[] = {"", "--y train_loss,eval_loss", "--log"};
    for (size_t i = 0; i < 3; i++) {
        char *svg = draw(losses[i]);
        expect_in(">chance (ln 10) 2.3026</text>", svg);
        expect_in(">average floor 1.6893</text>", svg);
        expect_in(">blind floor 1.4723</text>", svg);
        free(svg);
    }
    const char *const others[] = {"--y eval_accuracy", "--y eval_loss,answer_weight",
                                  "--y examples"};
    for (size_t i = 0; i < 3; i++) {
        char *svg = draw(others[i]);
        cr_expect(!strstr(svg, "floor") && !strstr(svg, "chance"), "%s", others[i]);
        free(svg);
    }
}

/* The highest and lowest place of all paths. */
static void find_extent(const char *svg, double *top, double *bottom) {
    *top = INFINITY;
    *bottom = 0;
    for (const char *at = svg; (at = strstr(at, " d=\"M"));) {
        for (at += 4; *at != '"';) {
            double x, y;
            int used;
            cr_assert_eq(sscanf(at, "%*[ML]%lf %lf%n", &x, &y, &used), 2, "%.30s", at);
            *top = fmin(*top, y);
            *bottom = fmax(*bottom, y);
            at += used;
        }
    }
}

/* Seconds of a processor that the command takes: not the clock's, which others share. */
static double seconds_of(const char *command) {
    struct rusage before, after;
    getrusage(RUSAGE_CHILDREN, &before);
    struct outcome outcome = run("%s", command);
    getrusage(RUSAGE_CHILDREN, &after);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    return (double)(after.ru_utime.tv_sec - before.ru_utime.tv_sec) +
           1e-6 * (double)(after.ru_utime.tv_usec - before.ru_utime.tv_usec);
}

static const double most_seconds = 2 * SLOWNESS;

Test(plot, a_million_rows_are_a_small_picture, .timeout = 300) {
    FILE *file = begin("x.csv");
    unsigned state = 1;
    for (int i = 0; i < 1000000; i++) {
        char loss[32];
        state = state * 1664525 + 1013904223;
        snprintf(loss, sizeof loss, "%.7g", i == 765432 ? 77.0 : i == 23456 ? -9 : state / 4e9);
        put_row(file, i & 1 ? "attention" : "average", 1, i, loss);
    }
    cr_assert_eq(fclose(file), 0);
    double seconds = 1e9, top, bottom;
    for (int i = 0; i < 3 && seconds >= most_seconds; i++) {
        seconds = fmin(seconds, seconds_of("attnlearn plot $T/x.csv -o $T/x.svg"));
    }
    cr_expect_lt(seconds, most_seconds, "%.2f s", seconds);
    struct outcome outcome = run("cat $T/x.svg");
    assert_sound_svg(outcome.out);
    cr_expect_lt(outcome.out_size, 300000, "%zu bytes", outcome.out_size);
    find_extent(outcome.out, &top, &bottom);
    cr_expect(top < 80 && bottom > 375, "the single extremes are drawn: %g %g", top, bottom);
    outcome_free(&outcome);
}

Test(plot, a_hundred_curves_of_ten_thousand_rows_too, .timeout = 300) {
    FILE *file = begin("x.csv");
    unsigned state = 1;
    for (int i = 0; i < 1000000; i++) {
        char loss[32], model[16];
        state = state * 1664525 + 1013904223;
        snprintf(loss, sizeof loss, "%.7g", state / 4e9);
        snprintf(model, sizeof model, "model-%d", i % 100);
        put_row(file, model, 1, i / 100, loss);
    }
    cr_assert_eq(fclose(file), 0);
    struct outcome outcome = run("attnlearn plot $T/x.csv -o -");
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    assert_sound_svg(outcome.out);
    cr_expect_lt(outcome.out_size, 300000, "%zu bytes", outcome.out_size);
    for (int m = 0; m < 100; m++) {
        char name[32];
        snprintf(name, sizeof name, ">model-%d</text>", m);
        expect_in(name, outcome.out);
    }
    outcome_free(&outcome);
}

Test(plot, what_is_left_out_is_told) {
    FILE *file = begin("x.csv");
    const char *const losses[] = {"1", "nan", "0", "-2", "inf", "", "3"};
    for (int i = 0; i < 7; i++) put_row(file, "a", 1, i, losses[i]);
    cr_assert_eq(fclose(file), 0);
    struct outcome outcome = run("attnlearn plot $T/x.csv --log");
    cr_expect_str_eq(outcome.err,
                     "left out: 2 values that are not finite\n"
                     "left out: 2 points that are not above 0, on a logarithmic axis\n");
    outcome_free(&outcome);
    file = begin("x.csv");
    const char *const fewer[] = {"nan", "0", "1"};
    for (int i = 0; i < 3; i++) put_row(file, "a", 1, i, fewer[i]);
    cr_assert_eq(fclose(file), 0);
    outcome = run("attnlearn plot $T/x.csv --log");
    cr_expect_str_eq(outcome.err, "left out: 1 value that is not finite\n"
                                  "left out: 1 point that is not above 0, on a logarithmic axis\n");
    outcome_free(&outcome);
    outcome = run("attnlearn plot $T/x.csv --log -q");
    cr_expect_eq(outcome.err_size, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

Test(plot, a_logarithmic_axis_has_gaps_where_a_curve_is_not_above_0) {
    FILE *file = begin("x.csv");
    const char *const losses[] = {"1", "2", "0", "3", "4"};
    for (int i = 0; i < 5; i++) put_row(file, "a", 1, i, losses[i]);
    cr_assert_eq(fclose(file), 0);
    char *linear = draw(""), *logarithmic = draw("--log");
    const char *path = strstr(logarithmic, " d=\"M");
    cr_expect(!strchr(strstr(linear, " d=\"M") + 5, 'M'), "one piece");
    cr_assert(path);
    const char *second = strchr(path + 5, 'M');
    cr_expect(second && second < strstr(path, "/>"), "two pieces");
    free(linear);
    free(logarithmic);
}

Test(plot, hostile_names_are_harmless) {
    FILE *file = begin("x.csv");
    put_row(file, "\"</svg><script>&\033[2J \xff\"\"\"", 1, 0, "1");
    cr_assert_eq(fclose(file), 0);
    free(draw("--title '</title><script>alert(1)</script>'"));
    struct outcome outcome = run("attnlearn plot $T/x.csv");
    cr_expect(outcome.status == 0 && !strchr(outcome.out, '\033'));
    outcome_free(&outcome);
}

Test(plot, has_its_own_width) {
    struct outcome outcome = run("attnlearn train --steps 0 --csv $T/x.csv --width 32 -q && "
                                 "attnlearn plot $T/x.csv --width 500 --height 300 -o - && "
                                 "attnlearn plot $T/x.csv --width 40 --height 9");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    expect_in("width=\"500\" height=\"300\"", outcome.out);
    outcome_free(&outcome);
}

Test(plot, files_that_are_no_curves_are_refused_by_line) {
    static const char row[] = "a,dot,1,0,0,,1,0.5,0.5,1.5,0.1,0.003" LEVELS;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "x.csv: the file is empty"},
        {HEADER, "x.csv:1: a header, and no row after it"},
        {"model,score,seed,step,evalloss\n", "x.csv:1: there is no column 'eval_loss'"},
        {"a,b\n1,2\n", "x.csv:1: there is no column 'model'"},
        {"model,score,seed,steps\n", "no column 'step': curves are what train and sweep"},
        {"model,score,seed,step,eval_loss,step\n", "x.csv:1: the column 'step' stands twice"},
        {"model,score,seed,step,eval_loss\na,b,1,2,x\n",
         "x.csv:2: eval_loss (column 5): 'x' is not a number"},
        {"model,score,seed,step,eval_loss\na,b,1,2,1e999\n",
         "x.csv:2: eval_loss (column 5): '1e999'"},
        {"model,score,seed,step,eval_loss\na,b,-1,2,1\n", "x.csv:2: seed (column 3): '-1'"},
        {"model,score,seed,step,eval_loss\na,b,1,2.5,1\n", "x.csv:2: step (column 4): '2.5'"},
        {"model,score,seed,step,eval_loss\na,b,1,2\n", "x.csv:2: 4 columns, but the header has 5"},
        {"model,score,seed,step,eval_loss\na,b,1,2,1\n\na,b,1,2,1\n",
         "x.csv:4: step 2 of a, seed 1, after its step 2"},
        {"model,score,seed,step,eval_loss,blind_floor\na,b,1,2,1,?\n",
         "x.csv:2: blind_floor (column 6): '?' is not a number"},
        {"model,score,seed,step,eval_loss\na,\"b,1,2,1\n", "a quote is never closed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_string("x.csv", cases[i].text);
        assert_refused(1, cases[i].message, "attnlearn plot $T/x.csv");
        assert_refused(1, cases[i].message, "attnlearn plot $T/x.csv -o $T/no.svg");
    }
    char whole[1024];
    snprintf(whole, sizeof whole, HEADER "%s", row);
    write_string("x.csv", whole);
    assert_refused(1, "x.csv:1: there is no column 'eval_los': did you mean 'eval_loss'?",
                   "attnlearn plot $T/x.csv --y eval_los");
    assert_refused(1, "no.csv", "attnlearn plot $T/x.csv $T/no.csv");
    assert_refused(1, "x.csv:2: model (column 1): 'a' is not a number",
                   "attnlearn plot $T/x.csv --y model");
    struct outcome outcome = run("ls $T");
    cr_expect(!strstr(outcome.out, "no.svg"), "%s", outcome.out);
    outcome_free(&outcome);
}

/* Columns in another order, among others, and without floors are curves all the same. */
Test(plot, columns_are_found_by_name) {
    write_string("x.csv", "note,step,eval_loss,seed,mine,score,model\n"
                          "hello,0,2,1,5,,attention\n"
                          ",5,1,1,7,,attention\n");
    char *svg = draw("--y mine");
    expect_in("attention ends at 7", svg);
    expect_in("<title>mine</title>", svg);
    free(svg);
    svg = draw("");
    cr_expect(!strstr(svg, "floor"));
    free(svg);
}

Test(plot, wrong_usage_is_told) {
    write_string("x.csv", HEADER "a,dot,1,0,0,,1,0.5,0.5,1.5,0.1,0.003" LEVELS);
    assert_refused(2, "plot needs its arguments", "attnlearn plot");
    assert_refused(2, "x.svg is a picture, not a file of curves: say -o ",
                   "attnlearn plot $T/x.csv $T/x.svg");
    assert_refused(2, "x.csv stands twice", "attnlearn plot $T/x.csv $T/x.csv");
    assert_refused(2, "--y: 'eval_loss' stands twice",
                   "attnlearn plot $T/x.csv --y eval_loss,eval_loss");
    assert_refused(2, "--y: a column's name is missing", "attnlearn plot $T/x.csv --y eval_loss,");
    assert_refused(2, "--y: at most 8 columns", "attnlearn plot $T/x.csv --y a,b,c,d,e,f,g,h,i");
    assert_refused(2, "--width: it must be from 320 to 10000 pixels",
                   "attnlearn plot $T/x.csv -o $T/x.svg --width 319");
    assert_refused(2, "--height: it must be from 5 to 60 characters",
                   "attnlearn plot $T/x.csv --height 61");
    assert_refused(2, "does not end in .svg", "attnlearn plot $T/x.csv -o $T/x.png");
    assert_refused(2, "plot has no option '--heads'", "attnlearn plot $T/x.csv --heads 2");
}
