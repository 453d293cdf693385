/* attend as a user runs it: the facts, what it prints, and what it refuses. */
#include "support.h"
#include "support_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DICTIONARY                                                                                 \
    "attnlearn attend --query data/dictionary/query.csv --key data/dictionary/key.csv "            \
    "--value data/dictionary/value.csv "
#define TOKENS                                                                                     \
    "attnlearn attend --query data/tokens/tokens.csv --key data/tokens/tokens.csv "                \
    "--value data/tokens/value.csv "

/* Runs the command, which must work, and asserts the numbers of one key of its JSON. */
static void assert_json(const char *command, const char *key, size_t count, const double *expected,
                        double tolerance) {
    size_t found;
    struct outcome outcome = run("%s --json", command);
    cr_assert_eq(outcome.status, 0, "%s: %s", command, outcome.err);
    double *numbers = json_numbers_of(outcome.out, key, &found);
    cr_assert_eq(found, count, "%s: %zu numbers of %s", command, found, key);
    for (size_t i = 0; i < count; i++) assert_near(numbers[i], expected[i], tolerance, command);
    free(numbers);
    outcome_free(&outcome);
}

Test(attend, soft_dictionary) {
    assert_json(DICTIONARY, "weights", 3, (double[]){0.644257, 0.317663, 0.038079}, 5e-7);
    assert_json(DICTIONARY, "output", 1, (double[]){13.938218}, 5e-7);
    assert_json(DICTIONARY "--sharpness 100", "output", 1, (double[]){10}, 1e-9);
    assert_json(DICTIONARY "--sharpness 0", "output", 1, (double[]){20}, 1e-12);
}

Test(attend, tokens) {
    assert_json(TOKENS, "output", 6, (double[]){6.02, 3.98, 3.98, 6.02, 5, 5}, 5e-3);
    assert_json(TOKENS "--causal", "output", 6, (double[]){10, 0, 3.30, 6.70, 5, 5}, 5e-3);
}

/* The whole of what is printed for programs: which brackets, which keys. */
Test(attend, json_is_heads_of_queries_of_keys) {
    write_string("two.csv", "1,2\n3,4\n");
    write_string("g.csv", "1,0\n0,1\n");
    assert_prints("cd $T; attnlearn attend --query two.csv --key two.csv --value two.csv --heads 2 "
                  "--valid-lens 1 --json | tr -d ' \\n'",
                  "{\"weights\":[[[1,0],[1,0]],[[1,0],[1,0]]],\"output\":[[1,2],[1,2]]}");
    assert_prints("cd $T; attnlearn attend --query two.csv --key two.csv --value two.csv "
                  "--valid-lens 1,0 --grad-output g.csv --json | tr -d ' \\n'",
                  "{\"weights\":[[[1,0],[0,0]]],\"output\":[[1,2],[0,0]],"
                  "\"grad_query\":[[1,0],[0,0]]}");
    assert_prints("cd $T; cp two.csv v.csv; attnlearn attend --query two.csv --key two.csv "
                  "--value v.csv --valid-lens 0,1 --grad-output g.csv --json | tr -d ' \\n'",
                  "{\"weights\":[[[0,0],[1,0]]],\"output\":[[0,0],[1,2]],"
                  "\"grad_query\":[[0,0],[0,0]],\"grad_key\":[[0,0],[0,0]],"
                  "\"grad_value\":[[0,1],[0,0]]}");
}

/* One X by another name of the same file is still one X; a copy is not. */
Test(attend, self_attention_is_by_file) {
    write_string("x.csv", "1,2\n3,4\n");
    struct outcome one = run("cd $T; attnlearn attend --query x.csv --key ./x.csv --value $T/x.csv "
                             "--grad-output x.csv --json");
    cr_expect(one.status == 0 && strstr(one.out, "grad_query") && !strstr(one.out, "grad_key"),
              "%s%s", one.out, one.err);
    struct outcome piped = run("cd $T; attnlearn attend --query - --key - --value - --grad-output "
                               "x.csv --json <x.csv");
    cr_expect_str_eq(piped.out, one.out, "%s", piped.err);
    struct outcome copied = run("cd $T; cp x.csv y.csv; attnlearn attend --query x.csv --key x.csv "
                                "--value y.csv --grad-output x.csv --json");
    size_t count;
    double *x = json_numbers_of(one.out, "grad_query", &count);
    double *q = json_numbers_of(copied.out, "grad_query", &count);
    double *k = json_numbers_of(copied.out, "grad_key", &count);
    double *v = json_numbers_of(copied.out, "grad_value", &count);
    for (size_t i = 0; i < 4; i++) assert_near(x[i], q[i] + k[i] + v[i], 1e-14, "sum of the parts");
    free(x);
    free(q);
    free(k);
    free(v);
    outcome_free(&one);
    outcome_free(&piped);
    outcome_free(&copied);
}

Test(attend, dropout_is_reproducible_and_leaves_the_weights) {
    struct outcome plain = run(TOKENS "--json"), none = run(TOKENS "--json --dropout 0 --seed 5");
    struct outcome first = run(TOKENS "--json --dropout 0.5 --seed 5");
    struct outcome again = run(TOKENS "--json --dropout 0.5 --seed 5");
    struct outcome other = run(TOKENS "--json --dropout 0.5 --seed 6");
    const char *output = strstr(plain.out, "\"output\"");
    cr_expect_str_eq(plain.out, none.out);
    cr_expect_str_eq(first.out, again.out);
    cr_expect(strcmp(first.out, other.out) && strcmp(first.out, plain.out));
    cr_expect(!strncmp(plain.out, first.out, (size_t)(output - plain.out)), "%s", first.out);
    outcome_free(&plain);
    outcome_free(&none);
    outcome_free(&first);
    outcome_free(&again);
    outcome_free(&other);
}

/* The values are the unit vectors: the output is a_j keep_j itself. */
Test(attend, dropout_keeps_the_mean) {
    double sum = 0, count = 0;
    write_string("x.csv", "0\n0\n0\n0\n0\n0\n0\n0\n");
    write_string("v.csv", "1,0,0,0,0,0,0,0\n0,1,0,0,0,0,0,0\n0,0,1,0,0,0,0,0\n0,0,0,1,0,0,0,0\n"
                          "0,0,0,0,1,0,0,0\n0,0,0,0,0,1,0,0\n0,0,0,0,0,0,1,0\n0,0,0,0,0,0,0,1\n");
    for (int seed = 0; seed < 30; seed++) {
        size_t n;
        struct outcome outcome = run("cd $T; attnlearn attend --query x.csv --key x.csv --value "
                                     "v.csv --dropout 0.25 --seed %d --json",
                                     seed);
        double *output = json_numbers_of(outcome.out, "output", &n);
        cr_assert_eq(n, 64);
        for (size_t i = 0; i < n; i++) {
            cr_assert(output[i] == 0 || fabs(output[i] - 0.125 / 0.75) < 1e-15, "%g", output[i]);
            sum += output[i];
        }
        count += 8;
        free(output);
        outcome_free(&outcome);
    }
    assert_near(sum / count, 1, 0.05, "mean"); /* 1920 draws: standard error 0.013 */
}

Test(attend, each_head_draws_its_own_dropout) {
    size_t n, different = 0;
    write_string("x.csv", "0,0\n0,0\n0,0\n0,0\n");
    write_string("v.csv", "1,1\n2,2\n4,4\n8,8\n");
    struct outcome outcome = run("cd $T; attnlearn attend --query x.csv --key x.csv --value v.csv "
                                 "--heads 2 --dropout 0.5 --json");
    double *output = json_numbers_of(outcome.out, "output", &n);
    cr_assert_eq(n, 8, "%s", outcome.err);
    for (size_t i = 0; i < n; i += 2) different += output[i] != output[i + 1];
    cr_expect_geq(different, 1);
    free(output);
    outcome_free(&outcome);
}

Test(attend, the_gradient_of_one_matrix_is_called_so) {
    write_string("x.csv", "1,0\n0,1\n");
    struct outcome outcome = run(
        "attnlearn attend --query $T/x.csv --key $T/x.csv --value $T/x.csv --grad-output $T/x.csv");
    cr_expect(strstr(outcome.out, "\ngradient of X, which is queries, keys and values\n"), "%s",
              outcome.out);
    cr_expect(!strstr(outcome.out, "gradient of the"), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(attend, people_get_heat_maps_and_tables) {
    struct outcome outcome = run(DICTIONARY "--grad-output data/dictionary/value.csv 2>&1");
    cr_expect_eq(outcome.status, 1); /* three rows for one query */
    outcome_free(&outcome);
    write_string("g.csv", "1\n");
    outcome = run(DICTIONARY "--grad-output $T/g.csv");
    static const char *const wanted[] = {"attention weights of 1 query over 3 keys, scaled-dot",
                                         "0.6443",
                                         "0.3177",
                                         "0.0381",
                                         "13.938218",
                                         "gradient of the queries\n",
                                         "gradient of the keys\n",
                                         "gradient of the values\n",
                                         "  1  0.644257\n  2  0.317663\n  3  0.038079\n"};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        cr_expect(strstr(outcome.out, wanted[i]), "'%s' is not in %s", wanted[i], outcome.out);
    }
    outcome_free(&outcome);
}

Test(attend, small_and_large_outputs_have_an_exponent) {
    write_string("x.csv", "0\n");
    write_string("small.csv", "-2.5e-30,0,1e-35\n");
    struct outcome outcome = run("cd $T; attnlearn attend --query x.csv --key x.csv --value "
                                 "small.csv");
    cr_expect(strstr(outcome.out, "  1  -2.500000e-30   0.000000e+00   1.000000e-35\n"), "%s",
              outcome.out);
    outcome_free(&outcome);
    write_string("mixed.csv", "-1e-9,1234.5\n");
    outcome = run("cd $T; attnlearn attend --query x.csv --key x.csv --value mixed.csv");
    cr_expect(strstr(outcome.out, "  1     0.000000  1234.500000\n"), "%s", outcome.out);
    outcome_free(&outcome);
}

Test(attend, draws_a_picture) {
    struct outcome outcome = run(TOKENS "--causal --json -o $T/a.svg");
    cr_expect(outcome.status == 0 && outcome.out[0] == '{', "%s", outcome.err);
    outcome_free(&outcome);
    char *picture = read_file(path_of("a.svg"), NULL);
    cr_assert(picture);
    cr_expect(strncmp(picture, "<svg", 4) == 0 &&
              strstr(picture, "attention weights of 3 queries"));
    outcome = run(TOKENS "--causal -o -");
    cr_expect_str_eq(outcome.out, picture);
    cr_expect(strstr(outcome.err, "3.302385"), "%s", outcome.err);
    outcome_free(&outcome);
    free(picture);
}

Test(attend, vector_stands_in_a_row_or_in_a_column) {
    write_string("one.csv", "1,2\n");
    write_string("w.csv", "1,0\n0,1\n1,1\n");
    write_string("row.csv", "1,2,3\n");
    write_string("column.csv", "1\n2\n3\n");
    static const char command[] = "cd $T; attnlearn attend --query one.csv --key one.csv --value "
                                  "one.csv --score additive --additive-query w.csv --additive-key "
                                  "w.csv --json --additive-vector %s";
    struct outcome row = run(command, "row.csv"), column = run(command, "column.csv");
    cr_expect(row.status == 0 && strcmp(row.out, column.out) == 0, "%s%s", row.err, column.err);
    outcome_free(&row);
    outcome_free(&column);
}

struct refusal {
    int status;
    const char *words, *options;
};

/* q: 2 x 2, k and v: 3 x 2, wide: 2 x 3, one: 1 x 1, vector: 1 x 3. */
static const struct refusal refusals[] = {
    {2, "--key FILE is missing", "--query q.csv --value v.csv"},
    {2, "--query FILE is missing", ""},
    {1, "cannot open none.csv", "--query none.csv --key k.csv --value v.csv"},
    {1, "v2.csv has 2 rows", "--query q.csv --key k.csv --value v2.csv"},
    {1, "q.csv has 2 columns, and wide.csv has 3 columns: the score compares queries and keys",
     "--query q.csv --key wide.csv --value wide.csv"},
    {1, "k.csv has 3 rows, and q.csv has 2 columns: X W needs as many",
     "--query q.csv --key k.csv --value v.csv --project-query k.csv"},
    {1, "wide.csv has 3 columns, and k.csv has 2 columns: the score compares",
     "--query q.csv --key k.csv --value v.csv --project-query wide.csv"},
    {1, "k.csv has 3 rows, and v.csv has 2 columns: X W needs as many",
     "--query q.csv --key k.csv --value v.csv --project-output k.csv"},
    {2, "--heads 2 must divide the width of the queries and keys, which is 3",
     "--query wide.csv --key wide.csv --value v2.csv --heads 2"},
    {2, "--heads 2 must divide the width of the values, which is 3",
     "--query q.csv --key q.csv --value wide.csv --heads 2"},
    {2, "--score bilinear needs --bilinear FILE",
     "--query q.csv --key k.csv --value v.csv --score bilinear"},
    {2, "--bilinear belongs to --score bilinear, and --score is scaled-dot",
     "--query q.csv --key k.csv --value v.csv --bilinear q.csv"},
    {2, "--score bilinear has one head only: --heads must be 1, not 2",
     "--query q.csv --key k.csv --value v.csv --score bilinear --bilinear q.csv --heads 2"},
    {1, "k.csv has 3 rows, and q.csv has 2 columns: q^T M k needs as many",
     "--query q.csv --key k.csv --value v.csv --score bilinear --bilinear k.csv"},
    {1, "wide.csv has 3 columns, and k.csv has 2 columns: q^T M k needs as many",
     "--query q.csv --key k.csv --value v.csv --score bilinear --bilinear wide.csv"},
    {2, "--score additive needs --additive-key FILE",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query q.csv"},
    {2, "--additive-vector belongs to --score additive, and --score is dot",
     "--query q.csv --key k.csv --value v.csv --score dot --additive-vector vector.csv"},
    {1, "wide.csv has 3 columns, and q.csv has 2 columns: W_q q needs as many",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query wide.csv "
     "--additive-key k.csv --additive-vector vector.csv"},
    {1, "wide.csv has 3 columns, and k.csv has 2 columns: W_k k needs as many",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query k.csv "
     "--additive-key wide.csv --additive-vector vector.csv"},
    {1, "q.csv has 2 rows, and k.csv has 3 rows: W_q q + W_k k needs as many",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query q.csv "
     "--additive-key k.csv --additive-vector vector.csv"},
    {1, "vector.csv has 3 columns, and q.csv has 2 rows: w_v . tanh",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query q.csv "
     "--additive-key q.csv --additive-vector vector.csv"},
    {1, "wide.csv has 2 rows and 3 columns: a vector is one row or one column",
     "--query q.csv --key k.csv --value v.csv --score additive --additive-query q.csv "
     "--additive-key q.csv --additive-vector wide.csv"},
    {1, "wide.csv has 3 columns, and v.csv has 2 columns: the gradient is shaped as the output",
     "--query q.csv --key k.csv --value v.csv --grad-output wide.csv"},
    {1, "v.csv has 3 rows, and q.csv has 2 rows: the gradient is shaped as the output",
     "--query q.csv --key k.csv --value v.csv --grad-output v.csv"},
    {2, "--valid-lens: length 1: '-1' is not a whole number",
     "--query q.csv --key k.csv --value v.csv --valid-lens -1,2"},
    {2, "--valid-lens: length 2: '1.5' is not a whole number",
     "--query q.csv --key k.csv --value v.csv --valid-lens 2,1.5"},
    {2, "--valid-lens: length 2: a whole number is missing",
     "--query q.csv --key k.csv --value v.csv --valid-lens 2,"},
    {2, "--valid-lens: length 2 is 4, and there are only 3 keys",
     "--query q.csv --key k.csv --value v.csv --valid-lens 3,4"},
    {2, "--valid-lens: length 1: ",
     "--query q.csv --key k.csv --value v.csv --valid-lens 99999999999999999999"},
    {2, "--valid-lens: length 2 has 33 characters",
     "--query q.csv --key k.csv --value v.csv --valid-lens 1,000000000000000000000000000000002"},
    {2, "--valid-lens has 3 lengths for 2 queries: it needs one each, or one for all",
     "--query q.csv --key k.csv --value v.csv --valid-lens 1,2,3"},
    {2, "--sharpness: it must be from 0", "--query q.csv --key k.csv --value v.csv --sharpness -1"},
    {2, "--sharpness: 'nan' is not a number",
     "--query q.csv --key k.csv --value v.csv --sharpness nan"},
    {2, "--dropout: it must be from 0", "--query q.csv --key k.csv --value v.csv --dropout 1"},
    {2, "--seed belongs to --dropout", "--query q.csv --key k.csv --value v.csv --seed 3"},
    {2, "--query and --value cannot both be standard input",
     "--query - --key k.csv --value - <q.csv"},
    {2, "--key and --grad-output cannot both be standard input",
     "--query q.csv --key - --value v.csv --grad-output - <k.csv"},
    {2, "--json and --output - both write to standard output: say --output FILE",
     "--query q.csv --key k.csv --value v.csv --json -o -"},
    {2, "'a.png' does not end in .svg", "--query q.csv --key k.csv --value v.csv -o a.png"},
    {2, "did you mean '--valid-lens'?", "--query q.csv --key k.csv --value v.csv --valid-len 3"},
    {1, "large.csv:2: row 2, column 1: 'inf' is not a number",
     "--query q.csv --key large.csv --value v.csv"},
    {1, "the score of query 1 and key 2 in head 1 is not finite",
     "--query q.csv --key huge.csv --value v.csv --score distance"},
    {1, "the output is not finite in row 1, column 2",
     "--query q.csv --key k.csv --value v.csv --project-output steep.csv"},
    {1, "cannot write", "--query q.csv --key k.csv --value v.csv -o none/a.svg"},
    {1, "the weights would be 4000 times 4000 numbers, and at most 10000000 are computed",
     "--query long.csv --key long.csv --value long.csv"},
    {1, "the weights would be 12000 times 4000 numbers",
     "--query long3.csv --key long3.csv --value long3.csv --heads 3 --dropout 0.5"},
    {1, "the output would be 4000 times 4000 numbers",
     "--query long.csv --key one.csv --value row.csv"},
    {1, "the projected queries would be 4000 times 4000 numbers",
     "--query long.csv --key row.csv --value one.csv --project-query row.csv"},
    {1, "the projected keys would be 4000 times 4000 numbers",
     "--query row.csv --key long.csv --value long.csv --project-key row.csv"},
    {1, "the projected values would be 4000 times 4000 numbers",
     "--query one.csv --key long.csv --value long.csv --project-value row.csv"},
    {1, "the projected output would be 4000 times 4000 numbers",
     "--query long.csv --key one.csv --value one.csv --project-output row.csv"},
};

/* A row or a column of 4000 numbers, or 4000 rows of 3. */
static void write_long(void) {
    char text[4000 * 6 + 1] = "";
    for (int i = 0; i < 4000; i++) memcpy(text + 2 * i, i ? ",1" : " 1", 2);
    text[8000] = '\0';
    write_string("row.csv", text + 1);
    for (int i = 0; i < 4000; i++) memcpy(text + 2 * i, "1\n", 2);
    write_string("long.csv", text);
    for (int i = 0; i < 4000; i++) memcpy(text + 6 * i, "1,1,1\n", 6);
    write_string("long3.csv", text);
    write_string("one.csv", "1\n");
}

Test(attend, refuses_what_does_not_go_together) {
    write_string("q.csv", "1,2\n3,4\n");
    write_string("v2.csv", "1,2\n3,4\n");
    write_string("k.csv", "1,0\n0,1\n1,1\n");
    write_string("v.csv", "1,2\n3,4\n5,6\n");
    write_string("wide.csv", "1,2,3\n4,5,6\n");
    write_string("vector.csv", "1,2,3\n");
    write_string("large.csv", "1,2\ninf,0\n1,1\n");
    write_string("huge.csv", "1,2\n1e200,0\n1,1\n");
    write_string("steep.csv", "1,1e308\n0,1e308\n");
    write_long();
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        char command[512];
        snprintf(command, sizeof command, "cd $T && attnlearn attend %s", refusals[i].options);
        assert_refused(refusals[i].status, refusals[i].words, command);
    }
}
