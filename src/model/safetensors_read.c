/* Reading the safetensors format: see safetensors.h. */
#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "model/safetensors.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t LONGEST_HEADER = 100000000;

/* Copies a short string that was read; an error where it is too long. */
static bool copy_short(const struct json *json, const struct text *from,
                       char to[SAFETENSORS_NAME_SIZE], struct error *error) {
    if (from->length >= SAFETENSORS_NAME_SIZE) {
        return json_error(json, error, "a name or value of more than %d bytes",
                          SAFETENSORS_NAME_SIZE - 1);
    }
    memcpy(to, from->data, from->length + 1);
    return true;
}

static bool read_short(struct json *json, char to[SAFETENSORS_NAME_SIZE], struct error *error) {
    struct text string = {0};
    bool done = json_string(json, &string, error) && copy_short(json, &string, to, error);
    text_free(&string);
    return done;
}

static bool read_metadata(struct safetensors *file, struct json *json, struct error *error) {
    if (!json_expect(json, '{', error)) return false;
    if (json_take(json, '}')) return true;
    do {
        if (file->metadata_count == SAFETENSORS_MAX_METADATA) {
            return json_error(json, error, "more than %d metadata", SAFETENSORS_MAX_METADATA);
        }
        struct safetensors_pair *pair = &file->metadata[file->metadata_count];
        if (!read_short(json, pair->key, error)) return false;
        if (safetensors_metadata(file, pair->key)) {
            return json_error(json, error, "the metadata key '%s' stands twice", pair->key);
        }
        if (!json_expect(json, ':', error) || !read_short(json, pair->value, error)) return false;
        file->metadata_count++;
    } while (json_take(json, ','));
    return json_expect(json, '}', error);
}

static bool read_type(struct json *json, struct safetensors_entry *entry, struct error *error) {
    char name[SAFETENSORS_NAME_SIZE];
    if (!read_short(json, name, error)) return false;
    for (size_t i = 0; i < SAFETENSORS_TYPE_COUNT; i++) {
        if (strcmp(safetensors_types[i].name, name) != 0) continue;
        entry->type = (enum safetensors_type)i;
        return true;
    }
    return json_error(json, error, "the type %s of tensor '%s' is not F32 or F64", name,
                      entry->name);
}

static bool read_shape(struct json *json, struct safetensors_entry *entry, struct error *error) {
    entry->count = 1;
    if (!json_expect(json, '[', error)) return false;
    if (json_take(json, ']')) return true;
    do {
        uint64_t size;
        if (entry->dimensions == SAFETENSORS_MAX_DIMENSIONS) {
            return json_error(json, error, "too many dimensions of tensor '%s'", entry->name);
        }
        if (!json_unsigned(json, &size, error)) return false;
        if (size && entry->count > UINT64_MAX / 8 / size) {
            return json_error(json, error, "the shape of tensor '%s' is too large", entry->name);
        }
        entry->shape[entry->dimensions++] = size;
        entry->count *= size;
    } while (json_take(json, ','));
    return json_expect(json, ']', error);
}

static bool read_offsets(struct json *json, struct safetensors_entry *entry, struct error *error) {
    return json_expect(json, '[', error) && json_unsigned(json, &entry->begin, error) &&
           json_expect(json, ',', error) && json_unsigned(json, &entry->end, error) &&
           json_expect(json, ']', error);
}

static const struct {
    const char *name;
    bool (*read)(struct json *json, struct safetensors_entry *entry, struct error *error);
} fields[] = {{"dtype", read_type}, {"shape", read_shape}, {"data_offsets", read_offsets}};

enum { FIELD_COUNT = sizeof fields / sizeof *fields };

static bool read_field(struct json *json, struct safetensors_entry *entry, bool seen[FIELD_COUNT],
                       struct error *error) {
    char name[SAFETENSORS_NAME_SIZE];
    if (!read_short(json, name, error) || !json_expect(json, ':', error)) return false;
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (strcmp(fields[i].name, name) != 0) continue;
        if (seen[i]) return json_error(json, error, "%s of '%s' stands twice", name, entry->name);
        seen[i] = true;
        return fields[i].read(json, entry, error);
    }
    return json_error(json, error, "unknown key '%s' of tensor '%s'", name, entry->name);
}

static bool read_entry(struct safetensors *file, struct json *json, const char *name,
                       struct error *error) {
    bool seen[FIELD_COUNT] = {false};
    if (file->entry_count == SAFETENSORS_MAX_TENSORS) {
        return json_error(json, error, "more than %d tensors", SAFETENSORS_MAX_TENSORS);
    }
    if (safetensors_find(file, name)) {
        return json_error(json, error, "the tensor '%s' stands twice", name);
    }
    struct safetensors_entry *entry = &file->entries[file->entry_count];
    memset(entry, 0, sizeof *entry);
    strcpy(entry->name, name);
    if (!json_expect(json, '{', error)) return false;
    do {
        if (!read_field(json, entry, seen, error)) return false;
    } while (json_take(json, ','));
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (seen[i]) continue;
        return json_error(json, error, "tensor '%s' has no %s", name, fields[i].name);
    }
    file->entry_count++;
    return json_expect(json, '}', error);
}

static bool read_header(struct safetensors *file, struct json *json, struct error *error) {
    bool has_metadata = false;
    if (!json_expect(json, '{', error)) return false;
    if (json_take(json, '}')) return json_end(json, error);
    do {
        char name[SAFETENSORS_NAME_SIZE];
        if (!read_short(json, name, error) || !json_expect(json, ':', error)) return false;
        bool metadata = strcmp(name, "__metadata__") == 0;
        if (metadata && has_metadata) return json_error(json, error, "metadata stand twice");
        has_metadata = has_metadata || metadata;
        if (!(metadata ? read_metadata(file, json, error) : read_entry(file, json, name, error))) {
            return false;
        }
    } while (json_take(json, ','));
    return json_expect(json, '}', error) && json_end(json, error);
}

/* The bytes of all tensors must lie side by side and fill what follows the header: each begins at 0
 * or where another one ends, and their sizes add up to the whole. */
static bool check_places(const struct safetensors *file, uint64_t size, struct error *error) {
    uint64_t at = 0;
    bool placed[SAFETENSORS_MAX_TENSORS] = {false};
    for (size_t done = 0; done < file->entry_count; done++) {
        size_t i = 0;
        while (i < file->entry_count && (placed[i] || file->entries[i].begin != at)) i++;
        if (i == file->entry_count) {
            return error_set(error, STATUS_FAILED,
                             "%s: the tensors overlap or leave a hole at byte %llu of the data",
                             file->name, (unsigned long long)at);
        }
        const struct safetensors_entry *entry = &file->entries[i];
        if (entry->end < at ||
            entry->end - at != entry->count * safetensors_types[entry->type].size ||
            entry->end > size) {
            return error_set(error, STATUS_FAILED,
                             "%s: the bytes of tensor '%s' do not fit its shape or the file",
                             file->name, entry->name);
        }
        placed[i] = true;
        at = entry->end;
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
    return read_header(file, &json, error) && check_places(file, file->size - 8 - length, error);
}

bool safetensors_open(struct safetensors *file, const char *path, struct error *error) {
    memset(file, 0, sizeof *file);
    file->name = file_input_name(path);
    file->bytes = file_read(path, SIZE_MAX / 4, &file->size, error);
    if (!file->bytes) return false;
    if (parse(file, error)) return true;
    safetensors_close(file);
    return false;
}

void safetensors_close(struct safetensors *file) {
    free(file->bytes);
    file->bytes = NULL;
}

const char *safetensors_metadata(const struct safetensors *file, const char *key) {
    for (size_t i = 0; i < file->metadata_count; i++) {
        if (strcmp(file->metadata[i].key, key) == 0) return file->metadata[i].value;
    }
    return NULL;
}

const struct safetensors_entry *safetensors_find(const struct safetensors *file, const char *name) {
    for (size_t i = 0; i < file->entry_count; i++) {
        if (strcmp(file->entries[i].name, name) == 0) return &file->entries[i];
    }
    return NULL;
}

static uint64_t little_endian(const unsigned char *bytes, uint64_t size) {
    uint64_t bits = 0;
    for (uint64_t i = size; i-- > 0;) bits = bits << 8 | bytes[i];
    return bits;
}

double safetensors_number(const struct safetensors *file, const struct safetensors_entry *entry,
                          uint64_t i) {
    uint64_t size = safetensors_types[entry->type].size;
    uint64_t bits = little_endian(file->data + entry->begin + i * size, size);
    if (entry->type == SAFETENSORS_F64) {
        double number;
        memcpy(&number, &bits, sizeof number);
        return number;
    }
    uint32_t half = (uint32_t)bits;
    float number;
    memcpy(&number, &half, sizeof number);
    return (double)number;
}
