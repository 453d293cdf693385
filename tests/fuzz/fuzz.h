/* Fuzz targets: each fuzz_NAME.c gives bytes to one reader of the project, and asserts what must
 * hold whatever they are. A refusal is a sentence; what is accepted is written and read again as the
 * same.
 *
 * libFuzzer calls LLVMFuzzerTestOneInput with bytes of its own making, replay.c with those of
 * files. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include "base/text.h"

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* Ends the program, naming the property, where it does not hold. */
#define PROPERTY(holds) fuzz_property((holds), #holds, __FILE__, __LINE__)
void fuzz_property(bool holds, const char *what, const char *file, int line);

/* The path of a file that holds these bytes, until the next call. */
const char *fuzz_file(const void *bytes, size_t size);

/* Asserts that a refusal says in one printable line what is wrong. */
void fuzz_refused(const struct error *error);

/* Asserts that both texts hold the same bytes, and that both found memory. */
void fuzz_same(const struct text *a, const struct text *b);

/* The bytes as a string that the caller frees, up to the first zero byte. */
char *fuzz_string(const uint8_t *bytes, size_t size);

#endif
