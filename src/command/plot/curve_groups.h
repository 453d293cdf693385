/* Runs that make one curve together: those of one model and score in one file. */
#ifndef COMMAND_CURVE_GROUPS_H
#define COMMAND_CURVE_GROUPS_H

#include "base/text.h"
#include "command/plot/curve_figure.h"

struct curve_group {
    const struct curve_run *runs; /* its part of the list of all */
    size_t run_count;
    bool has_rival_file,
        has_rival_score; /* the same in another file; the model with another score */
};

struct curve_groups {
    const struct curve_runs *all;
    const struct curve_choice *choice;
    struct curve_group *groups; /* in the order in which they first came */
    size_t count;
    struct curve_run *list; /* of all, sorted; what they point to is not its own */
    bool is_one_model;      /* in all groups */
    size_t seeds;           /* of every group, or 0 where they differ */
    bool has_band;          /* some group has several seeds */
};

/* Sorts the runs into groups; runs and choice must outlive them. Fails without memory. Given back with
 * curve_groups_free, also when this fails. */
bool curve_groups_init(struct curve_groups *groups, const struct curve_runs *runs,
                       const struct curve_choice *choice, struct error *error);
void curve_groups_free(struct curve_groups *groups);

/* Appends what tells a group's curve of a column from the others: "attention", "dot", "average
 * eval_loss, 3 seeds (lr1)". */
void curve_groups_name(struct text *text, const struct curve_groups *groups, size_t group,
                       size_t column, const struct curve_band *band);

/* Appends to a title the model that no name says, and to a caption what the bands are. */
void curve_groups_title(struct text *text, const struct curve_groups *groups);
void curve_groups_caption(struct text *text, const struct curve_groups *groups);

#endif
