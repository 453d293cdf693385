/* What the runs of one point of a sweep come to. */
#ifndef TRAIN_SWEEP_SUMMARY_H
#define TRAIN_SWEEP_SUMMARY_H

#include "train/sweep.h"

struct sweep_summary {
    size_t runs, retrieval, diverged;
    /* First quartile, median and third quartile. A run that never got there counts as later than
     * all that did: inf where that decides. */
    double steps_to_99[3];
    double final_loss; /* median; a run that diverged counts as worse than all that did not */
};

/* Sets the summary of count >= 1 results. */
bool sweep_summarise(const struct sweep_result *results, size_t count,
                     struct sweep_summary *summary, struct error *error);

#endif
