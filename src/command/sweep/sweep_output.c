/* The files of a sweep: see sweep_output.h. */
#include "command/sweep/sweep_output.h"

#include "command/sweep/sweep_resume.h"
#include "train/sweep_row.h"

struct sweep_output sweep_output_none(void) {
    return (struct sweep_output){.rows = sweep_file_none(), .curves = sweep_file_none()};
}

bool sweep_output_sorts(const char *rows, const char *curves) {
    return file_is_replaced(rows) && (!curves || file_is_replaced(curves));
}

/* What the files begin with. */
struct beginning {
    struct text row_header, curve_header, rows, curves;
};

/* Keeps what an interrupted sweep left. */
static bool keep(struct sweep_output *output, const struct sweep *sweep,
                 struct beginning *beginning, struct sweep_result *results, struct error *error) {
    if (!sweep_resume_rows(sweep, &output->rows, &beginning->row_header, &beginning->rows, results,
                           error)) {
        return false;
    }
    if (!sweep->curves) return true;
    if (!sweep_resume_curves(sweep, &output->curves, &beginning->curve_header, &beginning->curves,
                             results, error)) {
        return false;
    }
    sweep_resume_both(sweep, &output->rows, &output->curves, results);
    return true;
}

static bool begin(struct sweep_output *output, const struct sweep *sweep,
                  const struct beginning *beginning, struct error *error) {
    return (!sweep->curves || sweep_file_begin(&output->curves, &beginning->curve_header,
                                               &beginning->curves, error)) &&
           sweep_file_begin(&output->rows, &beginning->row_header, &beginning->rows, error);
}

bool sweep_output_open(struct sweep_output *output, const struct sweep *sweep, const char *rows,
                       const char *curves, bool resume, struct sweep_result *results,
                       struct error *error) {
    size_t count = sweep->end - sweep->first;
    struct beginning beginning = {0};
    sweep_header_text(&beginning.row_header, sweep);
    curve_header_text(&beginning.curve_header);
    bool done = (!curves || sweep_file_take(&output->curves, curves, count, error)) &&
                sweep_file_take(&output->rows, rows, count, error) &&
                (!resume || keep(output, sweep, &beginning, results, error)) &&
                begin(output, sweep, &beginning, error);
    text_free(&beginning.row_header);
    text_free(&beginning.curve_header);
    text_free(&beginning.rows);
    text_free(&beginning.curves);
    return done;
}

bool sweep_output_add(struct sweep_output *output, const struct sweep *sweep, size_t run,
                      const struct sweep_result *result, const struct text *curves,
                      struct error *error) {
    struct text row = {0};
    size_t i = run - sweep->first;
    sweep_row_text(&row, sweep, run, result);
    bool done = (!sweep->curves || sweep_file_add(&output->curves, i, curves, error)) &&
                sweep_file_add(&output->rows, i, &row, error);
    text_free(&row);
    return done;
}

bool sweep_output_close(struct sweep_output *output, struct error *error) {
    struct error later;
    bool rows = sweep_file_close(&output->rows, error);
    return sweep_file_close(&output->curves, rows ? error : &later) && rows;
}

void sweep_output_free(struct sweep_output *output) {
    sweep_file_free(&output->rows);
    sweep_file_free(&output->curves);
}
