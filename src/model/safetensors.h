/* The safetensors format: a length (8 bytes, little-endian), that many bytes of JSON that name each
 * tensor's type, shape and place, and the tensors' bytes.
 * https://github.com/huggingface/safetensors
 *
 * The reader believes nothing before it is checked: the header's length (at most 100,000,000 and
 * inside the file), strict JSON, no duplicate name, shapes whose product does not wrap and fits the
 * bytes, bytes of all tensors side by side without hole, overlap or rest. */
#ifndef MODEL_SAFETENSORS_H
#define MODEL_SAFETENSORS_H

#include "base/text.h"

#include <stdint.h>

enum {
    SAFETENSORS_MAX_TENSORS = 64,
    SAFETENSORS_MAX_METADATA = 64,
    SAFETENSORS_MAX_DIMENSIONS = 8,
    SAFETENSORS_NAME_SIZE = 64, /* with the zero byte */
};

enum safetensors_type { SAFETENSORS_F32, SAFETENSORS_F64, SAFETENSORS_TYPE_COUNT };

/* By enum safetensors_type: the name in the header, and the bytes of a number. */
extern const struct safetensors_type_rule {
    const char *name;
    uint64_t size;
} safetensors_types[SAFETENSORS_TYPE_COUNT];

struct safetensors_entry {
    char name[SAFETENSORS_NAME_SIZE];
    enum safetensors_type type;
    size_t dimensions;
    uint64_t shape[SAFETENSORS_MAX_DIMENSIONS];
    uint64_t count;      /* the product of the shape */
    uint64_t begin, end; /* bytes, from the end of the header */
};

struct safetensors_pair {
    char key[SAFETENSORS_NAME_SIZE];
    char value[SAFETENSORS_NAME_SIZE];
};

struct safetensors {
    const char *name; /* of the file; must outlive this */
    char *bytes;
    size_t size;
    const unsigned char *data; /* what follows the header */
    struct safetensors_entry entries[SAFETENSORS_MAX_TENSORS];
    size_t entry_count;
    struct safetensors_pair metadata[SAFETENSORS_MAX_METADATA];
    size_t metadata_count;
};

/* Reads and checks the whole file; the owner gives it back with safetensors_close. */
bool safetensors_open(struct safetensors *file, const char *path, struct error *error);
void safetensors_close(struct safetensors *file);

/* The metadata value of that key, or NULL. */
const char *safetensors_metadata(const struct safetensors *file, const char *key);

/* The entry of that name, or NULL. */
const struct safetensors_entry *safetensors_find(const struct safetensors *file, const char *name);

/* Number i of an entry (i < count). */
double safetensors_number(const struct safetensors *file, const struct safetensors_entry *entry,
                          uint64_t i);

/* Appends the 8 bytes and the header: the metadata pairs in the order given, then the entries,
 * whose begin and end are set here, one after the other. */
void safetensors_header(struct text *text, const struct safetensors_pair *metadata,
                        size_t metadata_count, struct safetensors_entry *entries,
                        size_t entry_count);

/* Appends one number, little-endian. */
void safetensors_append(struct text *text, enum safetensors_type type, double number);

#endif
