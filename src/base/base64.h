/* Base64 (RFC 4648): bytes as text. */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/text.h"

/* Appends the bytes, padded with '='. */
void base64_append(struct text *text, const void *bytes, size_t size);

#endif
