/* SHA-256 (FIPS 180-4), for telling a browser which scripts are the page's own. */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include <stddef.h>

enum { SHA256_SIZE = 32 };

/* Sets digest to the hash of the bytes. */
void sha256(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE]);

#endif
