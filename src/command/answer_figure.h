/* Answered examples as heat maps: pairs against attention weights, pairs against digits, and the
 * probabilities. */
#ifndef COMMAND_ANSWER_FIGURE_H
#define COMMAND_ANSWER_FIGURE_H

#include "draw/heatmap.h"
#include "model/pass.h"

/* Groups of the figure, in its order; a model that does not weigh pairs has the last alone. */
enum answer_part {
    ANSWER_WEIGHTS, /* [pairs][H] attention weights */
    ANSWER_SHARES, /* [pairs, b_O, logit][C] what each says for each digit: they add to the logits */
    ANSWER_PROBABILITIES, /* [1][C] softmax of the logits */
    ANSWER_PARTS
};

struct answer; /* the numbers and labels of one example */

struct answer_figure {
    const struct model *model;
    size_t count, most; /* examples that are there, and that have room */
    struct answer *answers;
    char (*digit_names)[12]; /* [C] */
    const char **digits;     /* the same */
    struct heatmap *maps;    /* [ANSWER_PARTS][most] */
    struct heat_group groups[ANSWER_PARTS];
    struct heat_figure figure;
};

/* An empty figure with room for so many examples of the model. Given back with answer_figure_free,
 * also where this fails. */
bool answer_figure_init(struct answer_figure *figure, const struct model *model, size_t most,
                        struct error *error);
void answer_figure_free(struct answer_figure *figure);

/* Adds an example after its pass_forward; everything is copied. */
bool answer_figure_add(struct answer_figure *figure, const struct pass *pass, const double *weights,
                       const struct example *example, struct error *error);

/* Completes figure->figure under this title, which stays the caller's. A single example's maps are
 * titled by what they show, several by their question and answer. */
void answer_figure_finish(struct answer_figure *figure, const char *title);

#endif
