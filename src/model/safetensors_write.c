/* Writing the safetensors format: see safetensors.h. */
#include "model/safetensors.h"

#include <inttypes.h>
#include <string.h>

static void append_metadata(struct text *text, const struct safetensors_pair *metadata,
                            size_t count) {
    text_string(text, "\"__metadata__\":{");
    for (size_t i = 0; i < count; i++) {
        text_string(text, i ? "," : "");
        text_json_string(text, metadata[i].key);
        text_string(text, ":");
        text_json_string(text, metadata[i].value);
    }
    text_string(text, "}");
}

static void append_entry(struct text *text, const struct safetensors_entry *entry) {
    text_string(text, ",");
    text_json_string(text, entry->name);
    text_format(text, ":{\"dtype\":\"%s\",\"shape\":[", safetensors_types[entry->type].name);
    for (size_t i = 0; i < entry->dimensions; i++) {
        text_format(text, "%s%" PRIu64, i ? "," : "", entry->shape[i]);
    }
    text_format(text, "],\"data_offsets\":[%" PRIu64 ",%" PRIu64 "]}", entry->begin, entry->end);
}

static void append_little_endian(struct text *text, uint64_t bits, uint64_t size) {
    char bytes[8];
    for (uint64_t i = 0; i < size; i++) bytes[i] = (char)(bits >> (8 * i) & 0xff);
    text_append(text, bytes, (size_t)size);
}

void safetensors_header(struct text *text, const struct safetensors_pair *metadata,
                        size_t metadata_count, struct safetensors_entry *entries,
                        size_t entry_count) {
    struct text header = {0};
    uint64_t at = 0;
    text_string(&header, "{");
    append_metadata(&header, metadata, metadata_count);
    for (size_t i = 0; i < entry_count; i++) {
        entries[i].begin = at;
        entries[i].end = at += entries[i].count * safetensors_types[entries[i].type].size;
        append_entry(&header, &entries[i]);
    }
    text_string(&header, "}");
    text_repeat(&header, " ", (8 - header.length % 8) % 8);
    append_little_endian(text, header.length, 8);
    if (!header.failed) text_append(text, header.data, header.length);
    text->failed = text->failed || header.failed;
    text_free(&header);
}

void safetensors_append(struct text *text, enum safetensors_type type, double number) {
    uint64_t bits = 0;
    if (type == SAFETENSORS_F64) {
        memcpy(&bits, &number, sizeof number);
    } else {
        float single = (float)number;
        uint32_t half;
        memcpy(&half, &single, sizeof half);
        bits = half;
    }
    append_little_endian(text, bits, safetensors_types[type].size);
}
