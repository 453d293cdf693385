/* What an interrupted sweep left behind: see sweep_resume.h. */
#include "command/sweep_resume.h"

#include "base/number.h"
#include "command/kept_lines.h"
#include "model/kind.h"
#include "train/sweep_row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Reads each row; the results are those of the first rows of this sweep. */
static bool read_rows(struct csv *csv, const struct sweep *sweep, struct sweep_result *results,
                      size_t *count, struct error *error) {
    bool failed;
    size_t most = sweep->end - sweep->first;
    for (*count = 0; csv_row(csv, &failed, error); ++*count) {
        if (*count == most) {
            return csv_error(csv, error, "a row too many: this sweep has %zu here", most);
        }
        if (!sweep_row_read(csv, sweep, sweep->first + *count, &results[*count], error)) {
            return false;
        }
    }
    return !failed;
}

bool sweep_resume_rows(const struct sweep *sweep, const char *path, struct text *kept,
                       struct sweep_result *results, size_t *count, struct error *error) {
    struct csv csv;
    struct text header = {0};
    bool there;
    *count = 0;
    sweep_header_text(&header, sweep);
    bool done = kept_lines_open(&csv, path, &header, "this sweep", &there, error);
    if (done && there) {
        text_append(kept, csv.bytes, csv.size); /* before fields are decoded in place */
        done = read_rows(&csv, sweep, results, count, error) && text_finish(kept, error);
    }
    csv_close(&csv);
    text_free(&header);
    return done;
}

/* Whether the row of curves is one of that run; *step is its step. */
static bool check_curve(const struct csv *csv, const struct sweep *sweep, size_t run,
                        uint64_t *step, struct error *error) {
    const struct model *model = &sweep_point_of(sweep, run)->model;
    const char *score = model->kind->has_score ? model->score->name : "";
    uint64_t seed;
    bool same = csv->count > 4 && strcmp(csv->fields[0], model->kind->name) == 0 &&
                strcmp(csv->fields[1], score) == 0 &&
                number_unsigned(csv->fields[2], 0, UINT64_MAX, &seed, NULL) &&
                seed == sweep_seed_of(sweep, run) &&
                number_unsigned(csv->fields[3], 0, UINT64_MAX, step, NULL);
    return same || csv_error(csv, error, "this is no curve of %s, seed %" PRIu64, model->kind->name,
                             sweep_seed_of(sweep, run));
}

/* Finds where the curves of the runs end, at the row of step 0 that follows them. */
static bool find_end(struct csv *csv, const struct sweep *sweep, size_t count, uint64_t *last,
                     size_t *end, struct error *error) {
    bool failed;
    size_t begun = 0;
    *last = UINT64_MAX;
    for (*end = csv->at; csv_row(csv, &failed, error); *end = csv->at) {
        bool first = csv->count > 3 && strcmp(csv->fields[3], "0") == 0;
        if (begun == count && first) return true;
        begun += first;
        if (!begun) return csv_error(csv, error, "a curve begins at step 0");
        if (!check_curve(csv, sweep, sweep->first + begun - 1, last, error)) return false;
    }
    if (failed || begun == count) return !failed;
    return error_set(error, STATUS_FAILED, "%s: curves of %zu runs, but there are rows of %zu",
                     csv->name, begun, count);
}

/* A run that did not diverge has been evaluated after its last step. */
static bool check_last(const struct csv *csv, const struct sweep *sweep,
                       const struct sweep_result *results, size_t count, uint64_t last,
                       struct error *error) {
    if (!count || results[count - 1].outcome == SWEEP_DIVERGED) return true;
    uint64_t steps = sweep_point_of(sweep, sweep->first + count - 1)->training.steps;
    if (last == steps) return true;
    return error_set(error, STATUS_FAILED,
                     "%s: the curve of run %zu ends at step %" PRIu64 " of %" PRIu64, csv->name,
                     count, last, steps);
}

bool sweep_resume_curves(const struct sweep *sweep, const char *path, struct text *kept,
                         const struct sweep_result *results, size_t count, struct error *error) {
    struct csv csv;
    struct text header = {0};
    bool there;
    uint64_t last;
    size_t end;
    curve_header_text(&header);
    bool done = kept_lines_open(&csv, path, &header, "this sweep", &there, error);
    if (done && there) {
        text_append(kept, csv.bytes, csv.size);
        done = find_end(&csv, sweep, count, &last, &end, error) &&
               check_last(&csv, sweep, results, count, last, error) && text_finish(kept, error);
        if (done) kept->length = end;
    } else if (done && count) {
        done = error_set(error, STATUS_FAILED, "%s has no curves, but there are rows of %zu runs",
                         path, count);
    }
    csv_close(&csv);
    text_free(&header);
    return done;
}
