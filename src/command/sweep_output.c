/* The files of a sweep: see sweep_output.h. */
#include "command/sweep_output.h"

#include "command/sweep_resume.h"
#include "train/sweep_row.h"

struct sweep_output sweep_output_none(void) {
    return (struct sweep_output){.rows = {.descriptor = -1}, .curves = {.descriptor = -1}};
}

/* The file becomes visible with what it begins with; lines are appended to it. */
static bool begin(struct file *file, const char *path, const struct text *text,
                  struct error *error) {
    return text_finish(text, error) && file_create(file, path, error) &&
           file_append(file, text->data, text->length, error) && file_publish(file, error);
}

/* Sets what the files begin with. */
static bool read_beginnings(const struct sweep *sweep, const char *rows_path,
                            const char *curves_path, struct sweep_result *results, size_t *kept,
                            struct text *rows, struct text *curves, struct error *error) {
    return sweep_resume_rows(sweep, rows_path, rows, results, kept, error) &&
           (!curves_path || sweep_resume_curves(sweep, curves_path, curves, results, *kept, error));
}

bool sweep_output_open(struct sweep_output *output, const struct sweep *sweep, const char *rows,
                       const char *curves, bool resume, struct sweep_result *results, size_t *kept,
                       struct error *error) {
    struct text row_text = {0}, curve_text = {0};
    *kept = 0;
    bool done = !resume ||
                read_beginnings(sweep, rows, curves, results, kept, &row_text, &curve_text, error);
    if (!row_text.length) sweep_header_text(&row_text, sweep);
    if (!curve_text.length) curve_header_text(&curve_text);
    done = done && (!curves || begin(&output->curves, curves, &curve_text, error)) &&
           begin(&output->rows, rows, &row_text, error);
    text_free(&row_text);
    text_free(&curve_text);
    return done;
}

bool sweep_output_add(struct sweep_output *output, const struct sweep *sweep, size_t run,
                      const struct sweep_result *result, const struct text *curves,
                      struct error *error) {
    struct text row = {0};
    sweep_row_text(&row, sweep, run, result);
    bool done =
        text_finish(&row, error) &&
        (!sweep->curves || file_append(&output->curves, curves->data, curves->length, error)) &&
        file_append(&output->rows, row.data, row.length, error);
    text_free(&row);
    return done;
}

static bool close_file(struct file *file, struct error *error) {
    return file->descriptor < 0 || file_commit(file, error);
}

bool sweep_output_close(struct sweep_output *output, struct error *error) {
    bool rows = close_file(&output->rows, error);
    return close_file(&output->curves, error) && rows;
}

void sweep_output_abandon(struct sweep_output *output) {
    file_abandon(&output->rows);
    file_abandon(&output->curves);
}
