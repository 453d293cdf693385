/* Reading the header of the safetensors format: see safetensors_header.h. */
#include "model/safetensors_header.h"

#include <string.h>

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

/* Whether there is room for a tensor of that name, which must be the only one. */
static bool check_name(const struct safetensors *file, const struct json *json, const char *name,
                       struct error *error) {
    if (file->entry_count == SAFETENSORS_MAX_TENSORS) {
        return json_error(json, error, "more than %d tensors", SAFETENSORS_MAX_TENSORS);
    }
    return !safetensors_find(file, name) ||
           json_error(json, error, "the tensor '%s' stands twice", name);
}

static bool read_fields(struct json *json, struct safetensors_entry *entry, struct error *error) {
    bool seen[FIELD_COUNT] = {false};
    if (!json_expect(json, '{', error)) return false;
    do {
        if (!read_field(json, entry, seen, error)) return false;
    } while (json_take(json, ','));
    for (size_t i = 0; i < FIELD_COUNT; i++) {
        if (seen[i]) continue;
        return json_error(json, error, "tensor '%s' has no %s", entry->name, fields[i].name);
    }
    return true;
}

static bool read_entry(struct safetensors *file, struct json *json, const char *name,
                       struct error *error) {
    if (!check_name(file, json, name, error)) return false;
    struct safetensors_entry *entry = &file->entries[file->entry_count];
    memset(entry, 0, sizeof *entry);
    strcpy(entry->name, name);
    if (!read_fields(json, entry, error)) return false;
    file->entry_count++;
    return json_expect(json, '}', error);
}

bool safetensors_read_header(struct safetensors *file, struct json *json, struct error *error) {
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
