/* Where results go. */
#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include "base/file.h"
#include "base/text.h"

/* Writes the text to the file ("-": standard output), whole or not at all. */
bool output_text(const char *path, const struct text *text, struct error *error);

/* A long file that is written piece after piece. An ending signal makes the next piece fail, so that
 * nothing half is left behind. */
struct output {
    struct file file;
    bool catches; /* signals */
};

/* Begins the file ("-": standard output), which output_close must end. Where this fails there is
 * nothing to end. */
bool output_open(struct output *output, const char *path, struct error *error);

/* Appends the piece. Fails where it lacks memory or cannot be written, and, where a file is replaced,
 * once an ending signal came. */
bool output_piece(struct output *output, const struct text *text, struct error *error);

/* Makes the file visible where all is `done`, forgets it otherwise, with the error that is there or
 * that of the signal. Always closes it. */
bool output_close(struct output *output, bool done, struct error *error);

/* Whether the path, or NULL, is "-": standard input or output. */
bool output_is_standard(const char *path);

/* Fails where the file that an option names (NULL: none) cannot be written, before the work whose
 * results it shall have, and before another file is. */
bool output_check_writable(const char *path, struct error *error);

/* Two options with their files, either of which may be NULL. Fails with STATUS_USAGE where both
 * name one file: only one thing can stand there. */
bool output_check_apart(const char *option, const char *path, const char *other_option,
                        const char *other, struct error *error);

/* JSON is for a program to read, and so is what goes to a file. Fails with STATUS_USAGE where there is
 * --json, and the option's path is standard output as well. */
bool output_check_json(bool json, const char *option, const char *path, struct error *error);

/* Fail with STATUS_USAGE where the name of --output ends as something other than an SVG picture, or
 * than a page. */
bool output_check_svg(const char *path, struct error *error);
bool output_check_html(const char *path, struct error *error);

/* Tells people: on standard output, or on standard error where standard output is taken by data. */
bool output_report(bool taken, const struct text *text, struct error *error);

#endif
