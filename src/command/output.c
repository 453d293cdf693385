/* Where results go: see output.h. */
#include "command/output.h"

#include "base/signals.h"

#include <stdio.h>
#include <string.h>

bool output_text(const char *path, const struct text *text, struct error *error) {
    return text_finish(text, error) &&
           file_write(path, text->data ? text->data : "", text->length, error);
}

bool output_open(struct output *output, const char *path, struct error *error) {
    output->catches = file_is_replaced(path);
    if (output->catches) signals_catch();
    if (file_create(&output->file, path, error)) return true;
    if (output->catches) signals_release();
    return false;
}

bool output_piece(struct output *output, const struct text *text, struct error *error) {
    int signal = output->catches ? signals_caught() : 0;
    if (signal)
        return signals_error(error, signal, "interrupted: %s is not written", output->file.path);
    return text_finish(text, error) && file_append(&output->file, text->data, text->length, error);
}

bool output_close(struct output *output, bool done, struct error *error) {
    done = done && file_commit(&output->file, error);
    file_abandon(&output->file);
    if (output->catches) signals_release();
    return done;
}

bool output_is_standard(const char *path) {
    return path && file_is_standard(path);
}

bool output_check_writable(const char *path, struct error *error) {
    return !path || file_check_writable(path, error);
}

bool output_check_apart(const char *option, const char *path, const char *other_option,
                        const char *other, struct error *error) {
    if (!path || !other || !file_is_same(path, other)) return true;
    return error_set(error, STATUS_USAGE, "--%s and --%s name the same: %s", option, other_option,
                     file_output_name(path));
}

bool output_check_json(bool json, const char *option, const char *path, struct error *error) {
    if (!json || !output_is_standard(path)) return true;
    return error_set(error, STATUS_USAGE,
                     "--json and --%s - both write to standard output: say --%s FILE", option,
                     option);
}

/* What the file is called says what is in it: nothing, or the ending. */
static bool has_ending(const char *path, const char *ending) {
    const char *slash = path ? strrchr(path, '/') : NULL, *name = slash ? slash + 1 : path;
    const char *dot = path ? strrchr(name, '.') : NULL;
    return !dot || strcmp(dot, ending) == 0;
}

bool output_check_svg(const char *path, struct error *error) {
    if (has_ending(path, ".svg")) return true;
    return error_set(error, STATUS_USAGE,
                     "--output: '%s' does not end in .svg, which is what is written (programs "
                     "like rsvg-convert make PDF and PNG of it)",
                     path);
}

bool output_check_html(const char *path, struct error *error) {
    if (has_ending(path, ".html") || has_ending(path, ".htm")) return true;
    return error_set(error, STATUS_USAGE,
                     "--output: '%s' does not end in .html, which is what is written (a browser "
                     "prints it to PDF)",
                     path);
}

bool output_report(bool taken, const struct text *text, struct error *error) {
    if (!taken) return output_text("-", text, error);
    if (!text_finish(text, error)) return false;
    if (text->data) fputs(text->data, stderr);
    return true;
}
