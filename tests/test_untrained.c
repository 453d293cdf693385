/* A model before the first step. */
#include "model/kind.h"
#include "support.h"
#include "train/untrained.h"

static struct model make_model(const struct score *score, size_t width, size_t pairs) {
    struct model model = {.kind = &model_attention,
                          .score = score,
                          .task = {pairs, pairs, 32, 10},
                          .width = width,
                          .heads = 2,
                          .hidden = 64};
    cr_assert(model_init(&model, NULL));
    return model;
}

static struct train_settings make_settings(const char *init) {
    return (struct train_settings){
        .seed = 1, .initialisation = initialisation_find(init), .eval_examples = 256};
}

/* With unit weights the entries of q and k have variance 1, so the scores have d_h. */
Test(untrained, scores_spread_as_their_weights_say) {
    struct model dot = make_model(&score_dot, 128, 6),
                 scaled = make_model(&score_scaled_dot, 128, 6);
    struct train_settings settings = make_settings("unit");
    double spread, scaled_spread;
    cr_assert(untrained_spread(&settings, &dot, 20, &spread, NULL));
    cr_assert(untrained_spread(&settings, &scaled, 20, &scaled_spread, NULL));
    assert_near(spread, 8, 0.3, "q.k");
    assert_near(scaled_spread, spread / 8, 1e-12, "q.k/sqrt d_h");
}

Test(untrained, gradient_of_the_values_shrinks_with_the_pairs) {
    struct train_settings settings = make_settings("uniform");
    struct model few = make_model(&score_dot, 16, 2), many = make_model(&score_dot, 16, 16);
    double at_few, at_many, of_bias;
    cr_assert(untrained_gradient(&settings, &few, W_V, &at_few, NULL));
    cr_assert(untrained_gradient(&settings, &many, W_V, &at_many, NULL));
    cr_assert(untrained_gradient(&settings, &few, B_O, &of_bias, NULL));
    cr_expect(at_few > 4 * at_many && at_few < 10 * at_many, "%g, %g", at_few, at_many);
    cr_expect(of_bias > 0 && of_bias != at_few);
}
