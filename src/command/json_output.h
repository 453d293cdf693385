/* JSON objects, a field a line, in the order they are appended. */
#ifndef COMMAND_JSON_OUTPUT_H
#define COMMAND_JSON_OUTPUT_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

/* Opens and closes the object; the fields go between. */
void json_begin(struct text *text);
void json_finish(struct text *text);

/* The name of a field: what is appended next is its value. */
void json_key(struct text *text, const char *key);

/* Appends a field: its name and its value. */
void json_string_field(struct text *text, const char *key, const char *value);
void json_number_field(struct text *text, const char *key, double value); /* null: not finite */
void json_count_field(struct text *text, const char *key, uint64_t count);
void json_bool_field(struct text *text, const char *key, bool value);

/* Appends [x0,x1,...]. */
void json_numbers(struct text *text, const double *numbers, size_t count);

#endif
