/* The learned match: see match.h. */
#include "model/match.h"

#include "base/memory.h"
#include "model/kind.h"

#include <math.h>
#include <stdlib.h>

static bool check_size(const struct model *model, struct error *error) {
    size_t letters = model->task.letters, digits = model->task.digits;
    size_t evaluations = size_multiply(size_multiply(letters, letters), digits);
    size_t numbers = size_multiply(size_multiply(pass_heads(model), letters), letters + digits);
    if (!model->kind->has_weights) {
        return error_set(error, STATUS_FAILED, "%s does not weigh pairs: it has no match to show",
                         model->kind->name);
    }
    if (evaluations <= MATCH_LIMIT && numbers <= MATCH_LIMIT) return true;
    return error_set(error, STATUS_FAILED,
                     "%zu letters and %zu digits are too many to show their match", letters,
                     digits);
}

static bool has_product(const struct model *model) {
    return model->kind->has_score && model->score->parameter != SCORE_VECTOR;
}

static bool take_arrays(struct match *match, const struct model *model, struct error *error) {
    size_t squares = match->heads * match->letters * match->letters;
    size_t products = match->heads * match->letters * (match->letters + match->digits);
    if (!(match->weight = memory_take(squares, sizeof(double), "the match", error))) return false;
    if (!model->kind->has_score) return true;
    if (!(match->score = memory_take(squares, sizeof(double), "the match", error))) return false;
    if (!has_product(model)) return true;
    match->product = memory_take(products, sizeof(double), "the match", error);
    return match->product;
}

static void measure_scores(struct match *match, struct pass *pass, const double *weights) {
    size_t letters = match->letters, digits = match->digits, pairs = pass->model->task.pairs;
    for (size_t i = 0; i < letters * letters * digits; i++) {
        size_t cell = i / digits; /* [a][b] */
        pass_score_pair(pass, weights, (uint32_t)(cell / letters), (uint32_t)(cell % letters),
                        (uint32_t)(i % digits));
        for (size_t h = 0; h < match->heads; h++) {
            match->score[h * letters * letters + cell] += pass->s[h * pairs] / (double)digits;
        }
    }
}

/* Adds the weights of one example into the cells, and counts its pairs. */
static void add_weights(struct match *match, const struct pass *pass, const struct example *example,
                        uint64_t *counts) {
    size_t letters = match->letters, row = example->letters[example->query] * letters;
    for (size_t i = 0; i < example->count; i++) {
        size_t cell = row + example->letters[i];
        counts[cell]++;
        for (size_t h = 0; h < match->heads; h++) {
            match->weight[h * letters * letters + cell] += pass->a[h * pass->model->task.pairs + i];
        }
    }
}

static bool measure_weights(struct match *match, struct pass *pass, const double *weights,
                            struct source *source, uint64_t examples, struct error *error) {
    size_t cells = match->letters * match->letters;
    uint64_t *counts = memory_take(cells, sizeof *counts, "the match", error);
    if (!counts) return false;
    for (uint64_t t = 0; t < examples; t++) {
        const struct example *example = source_draw(source, t);
        pass_forward(pass, weights, example);
        add_weights(match, pass, example, counts);
    }
    for (size_t i = 0; i < match->heads * cells; i++) {
        uint64_t count = counts[i % cells];
        match->weight[i] = count ? match->weight[i] / (double)count : (double)NAN;
    }
    free(counts);
    return true;
}

/* Head h's part of W_Q^T W_K; d_h = d/H. */
static void multiply_head(struct match *match, const struct model *model, const double *weights,
                          size_t h) {
    size_t letters = match->letters, pair = letters + match->digits;
    size_t width = model_head_width(model);
    const double *W_q = model_tensor(model, weights, W_Q) + h * width * letters;
    const double *W_k = model_tensor(model, weights, W_K) + h * width * pair;
    double *product = match->product + h * letters * pair;
    for (size_t r = 0; r < width; r++) {
        for (size_t i = 0; i < letters * pair; i++) {
            product[i] += W_q[r * letters + i / pair] * W_k[r * pair + i % pair];
        }
    }
}

static void measure_product(struct match *match, const struct model *model, const double *weights) {
    size_t count = match->letters * (match->letters + match->digits);
    if (!model_scores_inputs(model)) {
        for (size_t h = 0; h < match->heads; h++) multiply_head(match, model, weights, h);
        return;
    }
    const double *matrix = model_tensor(model, weights, M);
    for (size_t i = 0; i < count; i++) match->product[i] = matrix[i];
}

bool match_init(struct match *match, const struct model *model, const double *weights,
                struct source *source, uint64_t examples, struct error *error) {
    struct pass pass;
    *match = (struct match){
        pass_heads(model), model->task.letters, model->task.digits, NULL, NULL, NULL};
    if (!check_size(model, error) || !take_arrays(match, model, error)) return false;
    if (!pass_init(&pass, model, error)) return false;
    if (match->score) measure_scores(match, &pass, weights);
    if (match->product) measure_product(match, model, weights);
    bool done = measure_weights(match, &pass, weights, source, examples, error);
    pass_free(&pass);
    return done;
}

void match_free(struct match *match) {
    free(match->score);
    free(match->weight);
    free(match->product);
    *match = (struct match){0};
}
