/* JSON objects: see json_output.h. */
#include "command/json_output.h"

#include <inttypes.h>

void json_begin(struct text *text) {
    text_string(text, "{");
}

void json_finish(struct text *text) {
    text_string(text, "\n}\n");
}

void json_key(struct text *text, const char *key) {
    bool first = text->length && text->data[text->length - 1] == '{';
    text_string(text, first ? "\n  " : ",\n  ");
    text_json_string(text, key);
    text_string(text, ": ");
}

void json_string_field(struct text *text, const char *key, const char *value) {
    json_key(text, key);
    text_json_string(text, value);
}

void json_number_field(struct text *text, const char *key, double value) {
    json_key(text, key);
    text_json_number(text, value);
}

void json_count_field(struct text *text, const char *key, uint64_t count) {
    json_key(text, key);
    text_format(text, "%" PRIu64, count);
}

void json_bool_field(struct text *text, const char *key, bool value) {
    json_key(text, key);
    text_string(text, value ? "true" : "false");
}

void json_numbers(struct text *text, const double *numbers, size_t count) {
    text_string(text, "[");
    for (size_t i = 0; i < count; i++) {
        text_string(text, i ? "," : "");
        text_json_number(text, numbers[i]);
    }
    text_string(text, "]");
}
