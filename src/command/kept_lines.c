/* What an interrupted program left of a file: see kept_lines.h. */
#include "command/kept_lines.h"

#include "base/file.h"

#include <string.h>

bool kept_lines_open(struct csv *csv, const char *path, const struct text *header, const char *what,
                     bool *there, struct error *error) {
    size_t length;
    *csv = (struct csv){.name = file_input_name(path), .line = 1, .next_line = 2};
    if (!text_finish(header, error)) return false;
    if (!file_find(path, there, error)) return false;
    if (!*there) return true;
    csv->bytes = file_read(path, FILE_ANY_SIZE, &csv->size, error);
    if (!csv->bytes) return false;
    length = csv->size < header->length ? csv->size : header->length;
    if (csv->size > length && csv->bytes[length - 1] == '\r') {
        return csv_error(csv, error,
                         "its lines end in CR LF, as another program has saved them: those of this "
                         "file end in LF: take the CRs out (tr -d '\\r'), or put the file back");
    }
    if (memcmp(csv->bytes, header->data, length) != 0) {
        return csv_error(csv, error, "this is not the file of %s: its header would be '%.*s'", what,
                         (int)header->length - 1, header->data);
    }
    *there = csv->size >= header->length;
    while (csv->size && csv->bytes[csv->size - 1] != '\n') csv->size--;
    csv->bytes[csv->size] = '\0';
    csv->at = header->length;
    return true;
}
