/* Where results go: see output.h. */
#include "command/output.h"

#include "base/file.h"

bool output_text(const char *path, const struct text *text, struct error *error) {
    return text_finish(text, error) &&
           file_write(path, text->data ? text->data : "", text->length, error);
}
