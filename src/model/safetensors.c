/* What a safetensors file holds: see safetensors.h. */
#include "model/safetensors.h"

#include <string.h>

const struct safetensors_type_rule safetensors_types[SAFETENSORS_TYPE_COUNT] = {
    [SAFETENSORS_F32] = {"F32", 4},
    [SAFETENSORS_F64] = {"F64", 8},
};

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
