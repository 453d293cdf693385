/* The backward pass of explain, from the loss to the queries, keys and values. */
#include "command/explain/explain.h"

#include "model/kind.h"

static void explain_dlogits(struct explain *explain) {
    const struct pass *pass = &explain->explanation->pass;
    explain_step(explain, "dlogits = y - u_answer: too much where positive, too little at the "
                          "answer");
    struct grid grid = explain_digits_grid(explain);
    grid_add(&grid, pass->y, 1, "y");
    grid_add(&grid, pass->dlogits, 1, "dlogits");
    explain_draw(explain, &grid);
}

/* --- attention --------------------------------------------------------------------------------- */

static void explain_do(struct explain *explain) {
    const struct pass *pass = &explain->explanation->pass;
    explain_step(explain, "do = W_O^T dlogits");
    explain_row(explain, "do", "j", pass->d_o, explain->explanation->model->width, 1);
}

static void explain_da_of_head(struct explain *explain, size_t h) {
    const struct explanation *explanation = explain->explanation;
    struct grid grid = explain_pairs_grid(explain, "i");
    grid_add(&grid, explanation->pass.da + h * explanation->model->task.pairs, 1, "da_i");
    explain_draw(explain, &grid);
}

static void explain_da(struct explain *explain) {
    bool scored = explain->explanation->model->kind->has_score;
    explain_step(explain, "da_i = do . v_i: how the loss would change with the weight of pair i");
    explain_heads(explain, explain_da_of_head);
    if (scored) return;
    text_string(explain->text, "   a_i = 1/n depends on nothing that is learnt: nothing goes "
                               "further this way\n");
}

static void explain_ds_of_head(struct explain *explain, size_t h) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    size_t row = h * explanation->model->task.pairs;
    struct grid grid = explain_pairs_grid(explain, "i");
    grid_add(&grid, pass->a + row, 1, "a_i");
    grid_add(&grid, pass->da + row, 1, "da_i");
    grid_add(&grid, explanation->a_da + row, 1, "a_i da_i");
    grid_add(&grid, pass->ds + row, 1, "ds_i");
    explain_draw(explain, &grid);
    explain_number(explain, explanation->sum_a_da[h], "", "sum_j a_j da_j");
}

static void explain_ds(struct explain *explain) {
    explain_step(explain, "ds_i = a_i (da_i - sum_j a_j da_j): back through the softmax");
    explain_heads(explain, explain_ds_of_head);
}

/* Between the numbers of a row and a column of more than nine stands a comma. */
static const char *jacobian_comma(const struct explain *explain) {
    return explain->explanation->example->count > 9 ? "," : "";
}

static void explain_jacobian_of_head(struct explain *explain, size_t h) {
    const struct explanation *explanation = explain->explanation;
    const struct pass *pass = &explanation->pass;
    const char *comma = jacobian_comma(explain);
    size_t row = h * explanation->model->task.pairs, i = explanation->example->query;
    struct grid grid = explain_pairs_grid(explain, "j");
    grid_add(&grid, explanation->one_minus_a + row, 1, "[%zu=j] - a_j", i + 1);
    grid_add(&grid, explanation->jacobian + row, 1, "J_%zu%sj", i + 1, comma);
    grid_add(&grid, pass->da + row, 1, "da_j");
    grid_add(&grid, explanation->da_jacobian + row, 1, "J_%zu%sj da_j", i + 1, comma);
    explain_draw(explain, &grid);
    explain_number(explain, pass->a[row + i], "", "a_%zu", i + 1);
    explain_number(explain, pass->ds[row + i], ": the same as above",
                   "sum_j J_%zu%sj da_j = ds_%zu", i + 1, comma, i + 1);
}

static void explain_jacobian(struct explain *explain) {
    const char *comma = jacobian_comma(explain);
    size_t i = explain->explanation->example->query + 1;
    explain_step(explain,
                 "the softmax Jacobian J_ij = a_i ([i=j] - a_j), for the asked pair i = %zu", i);
    text_format(explain->text,
                "   J_ij is the derivative of a_i with respect to s_j\n"
                "   its row sums to 0: adding one number to all scores changes no weight\n"
                "   it is symmetric, so ds_%zu = sum_j J_j%s%zu da_j = sum_j J_%zu%sj da_j\n",
                i, comma, i, i, comma);
    explain_heads(explain, explain_jacobian_of_head);
}

static void explain_dq_and_dk(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    const struct model *model = explanation->model;
    if (model_scores_inputs(model)) return;
    explain_step(explain, "dq = %s, dk_i = %s", model->score->dq, model->score->dk);
    struct grid grid = explain_entries_grid(explain, model->width);
    grid_add(&grid, explanation->pass.dq, 1, "dq");
    explain_add_pairs(explain, &grid, "dk", explanation->pass.dk, model->width);
    explain_draw(explain, &grid);
}

static void explain_dv(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    size_t d = explanation->model->width;
    explain_step(explain, "dv_i = a_i do");
    struct grid grid = explain_entries_grid(explain, d);
    explain_add_pairs(explain, &grid, "dv", explanation->pass.dv, d);
    explain_draw(explain, &grid);
}

/* --- mlp --------------------------------------------------------------------------------------- */

static void explain_dz(struct explain *explain) {
    const struct explanation *explanation = explain->explanation;
    explain_step(explain, "dh = W_2^T dlogits, dz = dh where z > 0, else 0: ReLU lets through "
                          "or nothing");
    struct grid grid = explain_entries_grid(explain, explanation->pass.hidden);
    grid_add(&grid, explanation->z, 1, "z");
    grid_add(&grid, explanation->pass.dh, 1, "dz");
    explain_draw(explain, &grid);
}

void explain_backward(struct explain *explain) {
    const struct model_kind *kind = explain->explanation->model->kind;
    text_string(explain->text, "\nBACKWARD: dx is the gradient of the loss with respect to x\n");
    explain_dlogits(explain);
    if (!kind->has_weights) {
        explain_dz(explain);
        return;
    }
    explain_do(explain);
    explain_da(explain);
    if (kind->has_score) {
        explain_ds(explain);
        explain_jacobian(explain);
        explain_dq_and_dk(explain);
    }
    explain_dv(explain);
}
