/* explain: every number of its JSON against the formulas done here another way (dense one-hots,
 * whole Jacobians, differences of the scores), and its gradients against another system's. */
#include "model/explanation.h"
#include "model/kind.h"
#include "support.h"
#include "support_explain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 160 };

/* Asserts that the array of that key is these numbers, to `tolerance` of the largest. */
static void expect_numbers(const char *json, const char *key, const double *numbers, size_t count,
                           double tolerance) {
    size_t found;
    double largest = 0, *array = json_numbers_of(json, key, &found);
    cr_assert_eq(found, count, "%s: %zu numbers, expected %zu", key, found, count);
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(numbers[i]));
    for (size_t i = 0; i < count; i++) {
        assert_near(array[i], numbers[i], tolerance * fmax(largest, 1e-3), key);
    }
    free(array);
}

static void expect_number(const char *json, const char *key, double number) {
    assert_near(json_number(json, key), number, 1e-12 * fmax(fabs(number), 1e-3), key);
}

/* --- by hand ----------------------------------------------------------------------------------- */

/* y = W x */
static void product(const double *W, size_t rows, size_t columns, const double *x, double *y) {
    for (size_t r = 0; r < rows; r++) {
        y[r] = 0;
        for (size_t c = 0; c < columns; c++) y[r] += W[r * columns + c] * x[c];
    }
}

/* y = W^T x */
static void product_transposed(const double *W, size_t rows, size_t columns, const double *x,
                               double *y) {
    for (size_t c = 0; c < columns; c++) {
        y[c] = 0;
        for (size_t r = 0; r < rows; r++) y[c] += W[r * columns + c] * x[r];
    }
}

static void softmax(const double *s, size_t n, double *a) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += exp(s[i]);
    for (size_t i = 0; i < n; i++) a[i] = exp(s[i]) / sum;
}

static double dot(const double *a, const double *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

struct hand {
    const struct golden_model *golden;
    const struct example *example;
    size_t n, d, L, C, H, d_h, d_q, d_k; /* d_q, d_k: of a whole query and key */
    double x[MOST][MOST], x_query[MOST];
    double q[MOST], k[MOST * MOST], v[MOST * MOST], o[MOST];
    double s[MOST], a[MOST], e[MOST], m[MOST], sum_e[MOST];
    double logits[MOST], y[MOST], loss, dlogits[MOST], d_o[MOST], da[MOST], ds[MOST];
};

static const double *weights_of(const struct hand *hand, enum tensor_id id) {
    return model_tensor(&hand->golden->model, hand->golden->weights, id);
}

static void set_inputs(struct hand *hand) {
    const struct example *example = hand->example;
    hand->x_query[example->letters[example->query]] = 1;
    for (size_t i = 0; i < hand->n; i++) {
        hand->x[i][example->letters[i]] = 1;
        hand->x[i][hand->L + example->digits[i]] = 1;
    }
}

/* The score of head h between a whole query and a whole key. */
static double score(const struct hand *hand, size_t h, const double *q, const double *k) {
    const char *name = hand->golden->model.score->name;
    double sum = 0;
    if (strcmp(name, "bilinear") == 0) {
        double Mk[MOST];
        product(weights_of(hand, M), hand->d_q, hand->d_k, k, Mk);
        return dot(q, Mk, hand->d_q);
    }
    for (size_t j = h * hand->d_h; j < (h + 1) * hand->d_h; j++) {
        if (strstr(name, "dot")) sum += q[j] * k[j];
        if (strcmp(name, "additive") == 0) sum += weights_of(hand, W_S)[j] * tanh(q[j] + k[j]);
        if (strcmp(name, "distance") == 0) sum -= pow(q[j] - k[j], 2) / 2;
    }
    return strcmp(name, "scaled-dot") == 0 ? sum / sqrt((double)hand->d_h) : sum;
}

static void weigh(struct hand *hand) {
    bool inputs = model_scores_inputs(&hand->golden->model);
    if (inputs) memcpy(hand->q, hand->x_query, sizeof hand->q);
    if (!inputs) product(weights_of(hand, W_Q), hand->d, hand->L, hand->x_query, hand->q);
    for (size_t i = 0; i < hand->n; i++) {
        double *k = hand->k + i * hand->d_k;
        if (inputs) memcpy(k, hand->x[i], hand->d_k * sizeof *k);
        if (!inputs) product(weights_of(hand, W_K), hand->d, hand->L + hand->C, hand->x[i], k);
        for (size_t h = 0; h < hand->H; h++) hand->s[h * hand->n + i] = score(hand, h, hand->q, k);
    }
    for (size_t h = 0; h < hand->H; h++) {
        double *s = hand->s + h * hand->n;
        softmax(s, hand->n, hand->a + h * hand->n);
        hand->m[h] = s[0];
        for (size_t i = 0; i < hand->n; i++) hand->m[h] = fmax(hand->m[h], s[i]);
        for (size_t i = 0; i < hand->n; i++) {
            hand->e[h * hand->n + i] = exp(s[i] - hand->m[h]);
            hand->sum_e[h] += hand->e[h * hand->n + i];
        }
    }
}

static void read_out(struct hand *hand, const double *W, const double *b, const double *input,
                     size_t width) {
    uint32_t answer = example_answer(hand->example);
    product(W, hand->C, width, input, hand->logits);
    for (size_t c = 0; c < hand->C; c++) hand->logits[c] += b[c];
    softmax(hand->logits, hand->C, hand->y);
    hand->loss = -log(hand->y[answer]);
    for (size_t c = 0; c < hand->C; c++) hand->dlogits[c] = hand->y[c] - (c == answer);
}

static void mix(struct hand *hand) {
    for (size_t i = 0; i < hand->n; i++) {
        double *v = hand->v + i * hand->d;
        product(weights_of(hand, W_V), hand->d, hand->L + hand->C, hand->x[i], v);
        for (size_t j = 0; j < hand->d; j++) {
            hand->o[j] += hand->a[j / hand->d_h * hand->n + i] * v[j];
        }
    }
}

/* J_ij, the derivative of a_i with respect to s_j, of head h */
static double jacobian(const struct hand *hand, size_t h, size_t i, size_t j) {
    const double *a = hand->a + h * hand->n;
    return i == j ? a[i] * (1 - a[i]) : -a[i] * a[j];
}

static void go_back(struct hand *hand) {
    product_transposed(weights_of(hand, W_O), hand->C, hand->d, hand->dlogits, hand->d_o);
    for (size_t h = 0; h < hand->H; h++) {
        for (size_t i = 0; i < hand->n; i++) {
            hand->da[h * hand->n + i] =
                dot(hand->d_o + h * hand->d_h, hand->v + i * hand->d + h * hand->d_h, hand->d_h);
        }
        for (size_t j = 0; j < hand->n; j++) {
            for (size_t i = 0; i < hand->n; i++) {
                hand->ds[h * hand->n + j] += hand->da[h * hand->n + i] * jacobian(hand, h, i, j);
            }
        }
    }
}

static struct hand *make_hand(const struct golden_model *golden, const struct example *example) {
    const struct model *model = &golden->model;
    struct hand *hand = calloc(1, sizeof *hand);
    cr_assert(hand);
    hand->golden = golden, hand->example = example, hand->n = example->count;
    hand->L = model->task.letters, hand->C = model->task.digits, hand->d = model->width;
    hand->H = model->kind->has_score ? model->heads : 1;
    hand->d_h = hand->d / hand->H;
    hand->d_q = model_query_width(model), hand->d_k = model_key_width(model);
    cr_assert(hand->L + hand->C <= MOST && hand->d <= MOST && hand->H * hand->n <= MOST);
    set_inputs(hand);
    return hand;
}

/* --- comparisons ------------------------------------------------------------------------------- */

/* t, and what the scores are made of. */
static void check_parts(const struct hand *hand, const char *json) {
    const char *name = hand->golden->model.score->name;
    double parts[2][MOST] = {{0}}, t[MOST * MOST];
    for (size_t i = 0; i < hand->n; i++) {
        for (size_t j = 0; j < hand->d; j++) {
            double q = hand->q[j], k = hand->k[i * hand->d_k + j];
            double *part = &parts[0][j / hand->d_h * hand->n + i];
            if (strcmp(name, "scaled-dot") == 0) *part += q * k;
            if (strcmp(name, "distance") == 0) *part += (q - k) * (q - k);
            t[i * hand->d + j] = tanh(q + k);
        }
    }
    size_t count = hand->H * hand->n;
    if (strcmp(name, "scaled-dot") == 0) expect_numbers(json, "q_dot_k", parts[0], count, 1e-12);
    if (strcmp(name, "distance") == 0) {
        expect_numbers(json, "squared_distance", parts[0], count, 1e-12);
    }
    if (strcmp(name, "additive") == 0) expect_numbers(json, "t", t, hand->n * hand->d, 1e-12);
    if (strcmp(name, "bilinear") != 0) return;
    size_t row = hand->example->letters[hand->example->query] * hand->d_k;
    for (size_t i = 0; i < hand->n; i++) {
        parts[0][i] = weights_of(hand, M)[row + hand->example->letters[i]];
        parts[1][i] = weights_of(hand, M)[row + hand->L + hand->example->digits[i]];
    }
    expect_numbers(json, "M_letter", parts[0], count, 0);
    expect_numbers(json, "M_digit", parts[1], count, 0);
}

static void check_scores(const struct hand *hand, const char *json) {
    size_t count = hand->H * hand->n;
    expect_numbers(json, "q", hand->q, hand->d_q, 1e-12);
    expect_numbers(json, "k", hand->k, hand->n * hand->d_k, 1e-12);
    check_parts(hand, json);
    expect_numbers(json, "s", hand->s, count, 1e-12);
    expect_numbers(json, "m", hand->m, hand->H, 1e-12);
    expect_numbers(json, "e", hand->e, count, 1e-12);
    expect_numbers(json, "sum_e", hand->sum_e, hand->H, 1e-12);
}

static void check_softmax_backward(const struct hand *hand, const char *json) {
    double a_da[MOST], sum_a_da[MOST] = {0}, one_minus_a[MOST], row[MOST], da_row[MOST];
    size_t asked = hand->example->query, count = hand->H * hand->n;
    for (size_t at = 0; at < count; at++) {
        size_t h = at / hand->n, j = at % hand->n;
        a_da[at] = hand->a[at] * hand->da[at];
        sum_a_da[h] += a_da[at];
        one_minus_a[at] = (j == asked) - hand->a[at];
        row[at] = jacobian(hand, h, asked, j);
        da_row[at] = hand->da[at] * jacobian(hand, h, j, asked);
    }
    expect_numbers(json, "ds", hand->ds, count, 1e-11);
    expect_numbers(json, "a_da", a_da, count, 1e-11);
    expect_numbers(json, "sum_a_da", sum_a_da, hand->H, 1e-11);
    expect_numbers(json, "one_minus_a", one_minus_a, count, 1e-12);
    expect_numbers(json, "jacobian", row, count, 1e-12);
    expect_numbers(json, "da_jacobian", da_row, count, 1e-11);
}

/* Each row of the Jacobian sums to 0, and da times it is ds of the asked pair. */
static void check_jacobian_sums(const struct hand *hand, const char *json) {
    size_t n = hand->n, asked = hand->example->query, count;
    double *row = json_numbers_of(json, "jacobian", &count);
    double *da_row = json_numbers_of(json, "da_jacobian", &count);
    double *ds = json_numbers_of(json, "ds", &count);
    for (size_t h = 0; h < hand->H; h++) {
        double sum = 0, chained = 0;
        for (size_t j = 0; j < n; j++) sum += row[h * n + j], chained += da_row[h * n + j];
        assert_near(sum, 0, 1e-15, "the sum of a row of the Jacobian");
        assert_near(chained, ds[h * n + asked], 1e-13, "ds by the Jacobian");
    }
    free(row);
    free(da_row);
    free(ds);
}

/* sum over heads of ds_i (s_i(moved) - s_i(moved back)) / 2 step, of one entry of q or of k_i */
static double by_difference(const struct hand *hand, size_t i, double *entry, const double *q,
                            const double *k) {
    double sum = 0, value = *entry, step = 1e-5;
    for (size_t h = 0; h < hand->H; h++) {
        *entry = value + step;
        double above = score(hand, h, q, k);
        *entry = value - step;
        double below = score(hand, h, q, k);
        *entry = value;
        sum += hand->ds[h * hand->n + i] * (above - below) / (2 * step);
    }
    return sum;
}

static void check_dq_and_dk(struct hand *hand, const char *json) {
    static double dk[MOST * MOST];
    double dq[MOST] = {0};
    for (size_t i = 0; i < hand->n; i++) {
        double *k = hand->k + i * hand->d_k;
        for (size_t j = 0; j < hand->d_q; j++) {
            dq[j] += by_difference(hand, i, &hand->q[j], hand->q, k);
        }
        for (size_t j = 0; j < hand->d_k; j++) {
            dk[i * hand->d_k + j] = by_difference(hand, i, &k[j], hand->q, k);
        }
    }
    expect_numbers(json, "dq", dq, hand->d_q, 1e-8);
    expect_numbers(json, "dk", dk, hand->n * hand->d_k, 1e-8);
}

static void check_values(const struct hand *hand, const char *json) {
    static double dv[MOST * MOST];
    size_t n = hand->n, d = hand->d;
    for (size_t at = 0; at < n * d; at++) {
        dv[at] = hand->a[at % d / hand->d_h * n + at / d] * hand->d_o[at % d];
    }
    expect_numbers(json, "a", hand->a, hand->H * n, 1e-12);
    expect_numbers(json, "v", hand->v, n * d, 1e-12);
    expect_numbers(json, "o", hand->o, d, 1e-12);
    expect_numbers(json, "do", hand->d_o, d, 1e-11);
    expect_numbers(json, "da", hand->da, hand->H * n, 1e-11);
    expect_numbers(json, "dv", dv, n * d, 1e-11);
}

static void check_output(const struct hand *hand, const char *json) {
    size_t best = 0;
    for (size_t c = 0; c < hand->C; c++) best = hand->y[c] > hand->y[best] ? c : best;
    expect_numbers(json, "logits", hand->logits, hand->C, 1e-12);
    expect_numbers(json, "y", hand->y, hand->C, 1e-12);
    expect_numbers(json, "dlogits", hand->dlogits, hand->C, 1e-12);
    expect_number(json, "loss", hand->loss);
    cr_expect_eq(json_number(json, "answer"), example_answer(hand->example));
    cr_expect_eq(json_number(json, "prediction"), (double)best);
}

static void check_attention(struct hand *hand, const char *json) {
    bool scored = hand->golden->model.kind->has_score;
    if (scored) weigh(hand);
    for (size_t i = 0; i < hand->n && !scored; i++) hand->a[i] = 1 / (double)hand->n;
    mix(hand);
    read_out(hand, weights_of(hand, W_O), weights_of(hand, B_O), hand->o, hand->d);
    go_back(hand);
    check_output(hand, json);
    check_values(hand, json);
    if (!scored) return;
    check_scores(hand, json);
    check_softmax_backward(hand, json);
    check_jacobian_sums(hand, json);
    check_dq_and_dk(hand, json);
}

static void check_mlp(struct hand *hand, const char *json) {
    const struct model *model = &hand->golden->model;
    size_t pair = hand->L + hand->C, size = model->task.pairs * pair + hand->L;
    double x[2 * MOST] = {0}, z[MOST], h[MOST], dz[MOST];
    cr_assert(size <= 2 * MOST && model->hidden <= MOST);
    for (size_t i = 0; i < hand->n; i++) memcpy(x + i * pair, hand->x[i], pair * sizeof *x);
    memcpy(x + model->task.pairs * pair, hand->x_query, hand->L * sizeof *x);
    product(weights_of(hand, W_1), model->hidden, size, x, z);
    for (size_t r = 0; r < model->hidden; r++) {
        z[r] += weights_of(hand, B_1)[r];
        h[r] = fmax(z[r], 0);
    }
    read_out(hand, weights_of(hand, W_2), weights_of(hand, B_2), h, model->hidden);
    product_transposed(weights_of(hand, W_2), hand->C, model->hidden, hand->dlogits, dz);
    for (size_t r = 0; r < model->hidden; r++) dz[r] = z[r] > 0 ? dz[r] : 0;
    check_output(hand, json);
    expect_numbers(json, "z", z, model->hidden, 1e-12);
    expect_numbers(json, "h", h, model->hidden, 1e-12);
    expect_numbers(json, "dz", dz, model->hidden, 1e-11);
}

Test(explain, numbers_are_those_of_the_formulas) {
    for (size_t c = 0; golden_models[c]; c++) {
        struct golden_model golden = golden_model_open(golden_models[c]);
        for (size_t t = 0; t < golden.data.count; t++) {
            struct example example;
            dataset_example(&golden.data, t, &example);
            struct hand *hand = make_hand(&golden, &example);
            char *json = explain_json_of(golden.path, &example);
            (golden.model.kind->has_weights ? check_attention : check_mlp)(hand, json);
            free(json);
            free(hand);
        }
        golden_model_close(&golden);
    }
}

/* --- gradients of the tensors ------------------------------------------------------------------ */

/* Adds the gradients that explain prints, in the model's order. */
static void add_gradients(const struct model *model, const char *json, double *gradient) {
    for (size_t t = 0; t < model->tensor_count; t++) {
        const struct tensor *tensor = &model->tensors[t];
        char key[16];
        size_t count;
        snprintf(key, sizeof key, "d%s", tensor->name);
        double *numbers = json_numbers_of(json, key, &count);
        cr_assert_eq(count, tensor->count, "%s", key);
        for (size_t i = 0; i < count; i++) gradient[tensor->offset + i] += numbers[i];
        free(numbers);
    }
}

static void compare_gradients(const struct golden_model *golden, const double *gradient) {
    struct safetensors file;
    struct error error;
    char path[160];
    snprintf(path, sizeof path, GOLDEN_MODELS "%s/gradients.safetensors", golden->name);
    cr_assert(safetensors_open(&file, path, &error), "%s", error.message);
    for (size_t t = 0; t < golden->model.tensor_count; t++) {
        const struct tensor *tensor = &golden->model.tensors[t];
        const struct safetensors_entry *entry = safetensors_find(&file, tensor->name);
        double largest = 0;
        cr_assert(entry && entry->count == tensor->count, "%s", tensor->name);
        for (size_t i = 0; i < tensor->count; i++) {
            largest = fmax(largest, fabs(safetensors_number(&file, entry, i)));
        }
        for (size_t i = 0; i < tensor->count; i++) {
            assert_near(gradient[tensor->offset + i] / (double)golden->data.count,
                        safetensors_number(&file, entry, i), 1e-8 * largest, tensor->name);
        }
    }
    safetensors_close(&file);
}

Test(explain, mean_of_the_gradients_is_that_of_another_system) {
    for (size_t c = 0; golden_models[c]; c++) {
        struct golden_model golden = golden_model_open(golden_models[c]);
        double *gradient = calloc(golden.model.parameter_count, sizeof *gradient);
        cr_assert(gradient);
        for (size_t t = 0; t < golden.data.count; t++) {
            struct example example;
            dataset_example(&golden.data, t, &example);
            char *json = explain_json_of(golden.path, &example);
            add_gradients(&golden.model, json, gradient);
            free(json);
        }
        compare_gradients(&golden, gradient);
        free(gradient);
        golden_model_close(&golden);
    }
}

Test(explain, a_model_without_weights_or_hidden_units_is_refused) {
    struct error error;
    struct explanation explanation;
    struct model_kind bare = model_average;
    bare.name = "bare";
    bare.has_weights = false;
    struct model model = {.kind = &bare};
    cr_assert(!explanation_make(&explanation, &model, NULL, NULL, &error));
    cr_expect(strstr(error.message, "the model bare has neither attention weights"), "%s",
              error.message);
    explanation_free(&explanation);
}
