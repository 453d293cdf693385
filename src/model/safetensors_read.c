/* Reading the safetensors format: see safetensors.h. */
#include "base/file.h"
#include "base/utf8.h"
#include "model/safetensors_header.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t LONGEST_HEADER = 100000000;

/* The tensor that is not placed yet and begins at that byte; entry_count where there is none. */
static size_t find_at(const struct safetensors *file, const bool *placed, uint64_t at) {
    size_t i = 0;
    while (i < file->entry_count && (placed[i] || file->entries[i].begin != at)) i++;
    return i;
}

/* Whether the tensor has the bytes of its shape, all inside the `size` bytes of data. */
static bool fits(const struct safetensors_entry *entry, uint64_t size) {
    return entry->end >= entry->begin && entry->end <= size &&
           entry->end - entry->begin == entry->count * safetensors_types[entry->type].size;
}

/* The bytes of all tensors must lie side by side and fill what follows the header: each begins at 0
 * or where another one ends, and their sizes add up to the whole. */
static bool check_places(const struct safetensors *file, uint64_t size, struct error *error) {
    uint64_t at = 0;
    bool placed[SAFETENSORS_MAX_TENSORS] = {false};
    for (size_t done = 0; done < file->entry_count; done++) {
        size_t i = find_at(file, placed, at);
        if (i == file->entry_count) {
            return error_set(error, STATUS_FAILED,
                             "%s: the tensors overlap or leave a hole at byte %llu of the data",
                             file->name, (unsigned long long)at);
        }
        if (!fits(&file->entries[i], size)) {
            return error_set(error, STATUS_FAILED,
                             "%s: the bytes of tensor '%s' do not fit its shape or the file",
                             file->name, file->entries[i].name);
        }
        placed[i] = true;
        at = file->entries[i].end;
    }
    if (at == size) return true;
    return error_set(error, STATUS_FAILED, "%s: %llu bytes after the last tensor", file->name,
                     (unsigned long long)(size - at));
}

static bool starts_with(const struct safetensors *file, const char *prefix) {
    return file->size >= strlen(prefix) && memcmp(file->bytes, prefix, strlen(prefix)) == 0;
}

/* Whether the text begins with a tag. A model has zero bytes in its first 8. */
static bool is_page(const struct safetensors *file) {
    const char *at = file->bytes + utf8_mark(file->bytes, file->size);
    size_t first = file->size < 8 ? file->size : 8;
    return !memchr(file->bytes, '\0', first) && at[strspn(at, " \t\r\n")] == '<';
}

/* What people save by accident under a model's name. */
static bool check_kind(const struct safetensors *file, struct error *error) {
    if (starts_with(file, "version https://git-lfs")) {
        return error_set(error, STATUS_FAILED,
                         "%s is a Git LFS pointer, not the model: fetch it with git lfs pull",
                         file->name);
    }
    if (is_page(file)) {
        return error_set(error, STATUS_FAILED, "%s is a web page, not a model", file->name);
    }
    if (file->size < 8) {
        return error_set(error, STATUS_FAILED, "%s is too short for a safetensors model",
                         file->name);
    }
    return true;
}

static bool parse(struct safetensors *file, struct error *error) {
    if (!check_kind(file, error)) return false;
    uint64_t length = 0;
    for (int i = 7; i >= 0; i--) length = length << 8 | (unsigned char)file->bytes[i];
    if (length < 2 || length > LONGEST_HEADER || length > file->size - 8) {
        return error_set(error, STATUS_FAILED,
                         "%s is not a safetensors model: its header would have %llu bytes",
                         file->name, (unsigned long long)length);
    }
    struct json json = {.name = file->name, .bytes = file->bytes + 8, .size = (size_t)length};
    file->data = (const unsigned char *)file->bytes + 8 + length;
    return safetensors_read_header(file, &json, error) &&
           check_places(file, file->size - 8 - length, error);
}

bool safetensors_open(struct safetensors *file, const char *path, struct error *error) {
    memset(file, 0, sizeof *file);
    file->name = file_input_name(path);
    file->bytes = file_read(path, FILE_ANY_SIZE, &file->size, error);
    if (!file->bytes) return false;
    if (parse(file, error)) return true;
    safetensors_close(file);
    return false;
}

void safetensors_close(struct safetensors *file) {
    free(file->bytes);
    file->bytes = NULL;
}
