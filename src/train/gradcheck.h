/* The gradient check: gradients written by hand against central differences.
 *
 *   dF/dw ~ mean over the examples of (F_t(w + h) - F_t(w - h)) / (the step that was really taken)
 *
 * for every weight and two functions of the weights: the mean loss over the examples, and
 * the mean of sum_c r_c logits_c with r normal and drawn anew for each example, which no symmetry
 * of the loss can hide an error from. Where w + h and w - h fall on two sides of a ReLU's kink the
 * difference tells nothing about the derivative; there h is made ten times smaller for that
 * example, up to four times. Always in the reference engine's double precision. */
#ifndef TRAIN_GRADCHECK_H
#define TRAIN_GRADCHECK_H

#include "model/pass.h"
#include "task/source.h"

struct gradcheck_settings {
    double eps;       /* h */
    double tolerance; /* the largest relative error that passes */
    uint64_t examples;
    uint64_t seed;       /* of r */
    bool break_jacobian; /* leave the sum out of the softmax backward: the check must fail */
};

/* Of one tensor: the largest error, also relative to the tensor's largest entry (of either
 * gradient), each the larger of the two functions'. A step too small to change a weight, or a
 * number that is not finite, counts as an infinite error. */
struct gradcheck_row {
    double max_absolute_error;
    double max_relative_error;
};

struct gradcheck_result {
    bool passed;
    double max_relative_error;
    struct gradcheck_row rows[TENSOR_COUNT]; /* by the model's tensors */
};

/* Bytes that a check takes, with the weights and the gradient that its caller holds. */
size_t gradcheck_memory(const struct model *model);

/* Checks the gradients at these weights on the examples 0..examples-1 of the source. Sets
 * gradient[parameter_count] to the analytic gradient of the mean loss. */
bool gradcheck(const struct gradcheck_settings *settings, const struct model *model,
               const double *weights, struct source *source, double *gradient,
               struct gradcheck_result *result, struct error *error);

#endif
