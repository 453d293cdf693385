/* Tests of the learned match, and of what pairs say, on the golden models. */
#include "model/kind.h"
#include "model/match.h"
#include "model/model_file.h"
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CASES "tests/data/golden/models"

struct opened {
    struct model model;
    double *weights;
    struct source *source;
    struct pass pass;
};

static void open_model(struct opened *opened, const char *name) {
    char path[512];
    struct error error;
    snprintf(path, sizeof path, CASES "/%s/weights.safetensors", name);
    cr_assert(model_file_read(path, &opened->model, &opened->weights, &error), "%s", error.message);
    opened->source = source_stream(&opened->model.task, 1, STREAM_EVAL, &error);
    cr_assert(opened->source && pass_init(&opened->pass, &opened->model, &error));
}

static void close_model(struct opened *opened) {
    pass_free(&opened->pass);
    source_free(opened->source);
    free(opened->weights);
}

/* Calls the check with every golden model that weighs pairs. */
static void on_every_model(void (*check)(struct opened *opened)) {
    int checked = 0;
    DIR *folder = opendir(CASES);
    for (struct dirent *entry; (entry = readdir(folder));) {
        struct opened opened;
        if (entry->d_name[0] == '.') continue;
        open_model(&opened, entry->d_name);
        if (opened.model.kind->has_weights) check(&opened), checked++;
        close_model(&opened);
    }
    closedir(folder);
    cr_assert_geq(checked, 9);
}

static void check_pair_scores(struct opened *o) {
    size_t pairs = o->model.task.pairs;
    struct pass alone;
    cr_assert(pass_init(&alone, &o->model, NULL));
    for (uint64_t t = 0; t < 20 && o->model.kind->has_score; t++) {
        const struct example *example = source_draw(o->source, t);
        pass_forward(&o->pass, o->weights, example);
        for (size_t i = 0; i < example->count; i++) {
            pass_score_pair(&alone, o->weights, example->letters[example->query],
                            example->letters[i], example->digits[i]);
            for (size_t h = 0; h < o->model.heads; h++) {
                assert_near(alone.s[h * pairs], o->pass.s[h * pairs + i], 1e-12, "score");
            }
        }
    }
    pass_free(&alone);
}

Test(match, a_pair_alone_has_the_score_it_has_in_examples) {
    on_every_model(check_pair_scores);
}

static void check_shares(struct opened *o) {
    size_t digits = o->model.task.digits;
    double *shares = calloc(o->model.task.pairs * digits, sizeof *shares);
    const double *bias = model_tensor(&o->model, o->weights, B_O);
    for (uint64_t t = 0; t < 20; t++) {
        const struct example *example = source_draw(o->source, t);
        pass_forward(&o->pass, o->weights, example);
        pass_shares(&o->pass, o->weights, example, shares);
        for (size_t c = 0; c < digits; c++) {
            double sum = bias[c];
            for (size_t i = 0; i < example->count; i++) sum += shares[i * digits + c];
            assert_near(sum, o->pass.logits[c], 1e-12, "a logit");
        }
    }
    free(shares);
}

Test(match, shares_and_the_bias_are_the_logits) {
    on_every_model(check_shares);
}

/* Mean over the digits of product[a][L+c]. */
static double mean_of_digits(const struct match *match, const double *row) {
    double sum = 0;
    for (size_t c = 0; c < match->digits; c++) sum += row[match->letters + c];
    return sum / (double)match->digits;
}

/* The scores follow from the product, each score by its formula. */
static void check_product(struct opened *o) {
    struct match match;
    cr_assert(match_init(&match, &o->model, o->weights, o->source, 10, NULL));
    const char *score = o->model.kind->has_score ? o->model.score->name : "none";
    bool scaled = strcmp(score, "scaled-dot") == 0;
    size_t letters = match.letters, pair = letters + match.digits;
    cr_assert_eq(match.score != NULL, strcmp(score, "none") != 0);
    cr_assert_eq(match.product != NULL, match.score && strcmp(score, "additive") != 0);
    if (scaled || strcmp(score, "dot") == 0 || strcmp(score, "bilinear") == 0) {
        double scale = scaled ? 1 / sqrt((double)model_head_width(&o->model)) : 1;
        for (size_t i = 0; i < match.heads * letters * letters; i++) {
            const double *row = match.product + i / letters * pair;
            double expected = scale * (row[i % letters] + mean_of_digits(&match, row));
            assert_near(match.score[i], expected, 1e-12, score);
        }
    }
    match_free(&match);
}

Test(match, mean_scores_follow_from_the_product) {
    on_every_model(check_product);
}

/* The mean weight of one cell, counted apart; nan where it never was. */
static double counted_weight(struct opened *o, uint64_t examples, size_t h, size_t query,
                             size_t key) {
    double sum = 0, count = 0;
    for (uint64_t t = 0; t < examples; t++) {
        const struct example *example = source_draw(o->source, t);
        if (example->letters[example->query] != query) continue;
        pass_forward(&o->pass, o->weights, example);
        for (size_t i = 0; i < example->count; i++) {
            if (example->letters[i] != key) continue;
            sum += o->pass.a[h * o->model.task.pairs + i];
            count++;
        }
    }
    return sum / count;
}

static void check_weights(struct opened *o) {
    struct match match;
    cr_assert(match_init(&match, &o->model, o->weights, o->source, 40, NULL));
    for (size_t i = 0; i < match.heads * match.letters * match.letters; i += 7) {
        size_t row = i / match.letters;
        double expected =
            counted_weight(o, 40, row / match.letters, row % match.letters, i % match.letters);
        if (isnan(expected)) {
            cr_assert(isnan(match.weight[i]));
        } else {
            assert_near(match.weight[i], expected, 1e-12, "a mean weight");
        }
    }
    match_free(&match);
}

Test(match, mean_weights_are_those_of_the_examples) {
    on_every_model(check_weights);
}

Test(match, what_has_no_match_is_refused) {
    struct opened opened;
    struct match match;
    struct error error;
    open_model(&opened, "mlp");
    cr_assert(!match_init(&match, &opened.model, opened.weights, opened.source, 1, &error));
    cr_expect(strstr(error.message, "mlp does not weigh pairs"));
    match_free(&match);
    close_model(&opened);
    open_model(&opened, "average");
    opened.model.task.letters = 2000;
    cr_assert(!match_init(&match, &opened.model, opened.weights, opened.source, 1, &error));
    cr_expect(strstr(error.message, "2000 letters and 10 digits are too many"), "%s",
              error.message);
    match_free(&match);
    close_model(&opened);
}
