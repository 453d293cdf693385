/* Gaps of scores: see gap.h. */
#include "train/gap.h"

#include "base/elementary.h"
#include "model/pass.h"

/* 1 / (1 + (n-1) e^-D) does not overflow where D > 0, as is usual. */
double gap_weight(double gap, size_t n) {
    return 1 / (1 + (double)(n - 1) * elementary_exp(-gap));
}

double gap_other_weight(double gap, size_t n) {
    return 1 / (elementary_exp(gap) + (double)(n - 1));
}

/* s of the asked pair less the mean s of the others, in one head. */
static double score_gap(const double *s, const struct example *example) {
    double others = 0;
    for (size_t i = 0; i < example->count; i++) others += i == example->query ? 0 : s[i];
    return s[example->query] - others / (double)(example->count - 1);
}

bool gap_measure(const struct model *model, const double *weights, struct source *source,
                 uint64_t examples, struct gap *gap, struct error *error) {
    struct pass pass;
    struct gap sums = {0, 0};
    size_t heads = pass_heads(model);
    if (!pass_init(&pass, model, error)) return false;
    for (uint64_t t = 0; t < examples; t++) {
        const struct example *example = source_draw(source, t);
        pass_forward(&pass, weights, example);
        for (size_t h = 0; h < heads; h++) {
            sums.score += score_gap(pass.s + h * model->task.pairs, example) / (double)heads;
        }
        sums.weight += pass_answer_weight(&pass, example);
    }
    pass_free(&pass);
    *gap = (struct gap){sums.score / (double)examples, sums.weight / (double)examples};
    return true;
}
