/* One run of a sweep: see sweep.h. */
#include "train/sweep.h"

#include <float.h>
#include <math.h>

/* What watches a run. */
struct watch {
    struct sweep_result *result;
    struct text *curves; /* or NULL */
    double last_loss;
    uint64_t steps_told;
    bool (*stepped)(void *context, uint64_t steps);
    void *context;
    bool stopped;
};

/* Whether a row can hold it. */
static bool is_good(double loss) {
    return fabs(loss) <= (double)FLT_MAX;
}

static void note_first(uint64_t *steps, bool reached, uint64_t step) {
    if (reached && *steps == UINT64_MAX) *steps = step;
}

static void note_final(struct sweep_result *result, const struct curve_row *row) {
    bool weighed = row->measured[CURVE_ANSWER_WEIGHT];
    result->final_loss = (float)row->values[CURVE_EVAL_LOSS];
    result->final_accuracy = (float)row->values[CURVE_EVAL_ACCURACY];
    result->answer_weight = weighed ? (float)row->values[CURVE_ANSWER_WEIGHT] : (float)NAN;
}

static bool see_row(void *context, const struct curve_row *row, struct error *error) {
    struct watch *watch = context;
    struct sweep_result *result = watch->result;
    double loss = row->values[CURVE_EVAL_LOSS];
    (void)error;
    note_first(&result->steps_to_blind, loss < row->values[CURVE_BLIND_FLOOR], row->step);
    note_first(&result->steps_to_99, metrics_reach_99(row->values[CURVE_EVAL_ACCURACY]), row->step);
    note_first(&result->steps_to_loss_0_1, loss < 0.1, row->step);
    if (is_good(loss)) note_final(result, row);
    if (watch->curves) curve_row_text(watch->curves, row);
    watch->last_loss = loss;
    return true;
}

static void see_progress(void *context, const struct training *training) {
    struct watch *watch = context;
    uint64_t steps = training->step - watch->steps_told;
    watch->stopped = watch->stopped || !watch->stepped(watch->context, steps);
    watch->steps_told = training->step;
}

static bool goes_on(void *context) {
    struct watch *watch = context;
    watch->stopped = watch->stopped || !watch->stepped(watch->context, 0);
    return !watch->stopped;
}

/* Sets the outcome; false where the run failed for another reason than its numbers. */
static bool conclude(struct watch *watch, const struct training *training, bool done,
                     struct error *error) {
    const struct trainee *trainee = &training->trainees[0];
    if (watch->stopped) return error_set(error, STATUS_FAILED, "the run was stopped");
    if (!done && !trainee->failed) return false;
    watch->result->outcome = SWEEP_DIVERGED;
    if (done && is_good(watch->last_loss)) {
        watch->result->outcome =
            (int)verdict_of(watch->last_loss, trainee->metrics.examples, &training->floors);
    }
    return true;
}

static struct sweep_result no_result(void) {
    return (struct sweep_result){.steps_to_blind = UINT64_MAX,
                                 .steps_to_99 = UINT64_MAX,
                                 .steps_to_loss_0_1 = UINT64_MAX,
                                 .final_loss = NAN,
                                 .final_accuracy = NAN,
                                 .answer_weight = NAN};
}

bool sweep_train(const struct sweep *sweep, size_t run, struct text *curves,
                 bool (*stepped)(void *context, uint64_t steps), void *context,
                 struct sweep_result *result, struct error *error) {
    const struct sweep_point *point = sweep_point_of(sweep, run);
    struct watch watch = {
        .result = result, .curves = curves, .stepped = stepped, .context = context};
    struct train_observer observer = {
        .context = &watch, .row = see_row, .progress = see_progress, .goes_on = goes_on};
    struct train_settings settings = point->training;
    struct training training;
    settings.seed = sweep_seed_of(sweep, run);
    *result = no_result();
    bool done = train_open(&training, &settings, &point->model, 1, error) &&
                conclude(&watch, &training, train_run(&training, &observer, error), error);
    train_close(&training);
    return done && (!curves || text_finish(curves, error));
}
