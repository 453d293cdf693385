/* SHA-256: see sha256.h. */
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, int bits) {
    return x >> bits | x << (32 - bits);
}

static uint32_t big_endian(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* The 64 words that a block is stretched to. */
static void schedule(const unsigned char block[BLOCK], uint32_t w[ROUNDS]) {
    for (int t = 0; t < 16; t++) w[t] = big_endian(block + 4 * t);
    for (int t = 16; t < ROUNDS; t++) {
        uint32_t a = w[t - 15], b = w[t - 2];
        w[t] = w[t - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[t - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void add_block(uint32_t hash[WORDS], const unsigned char block[BLOCK]) {
    uint32_t w[ROUNDS], h[WORDS];
    schedule(block, w);
    memcpy(h, hash, sizeof h);
    for (int t = 0; t < ROUNDS; t++) {
        uint32_t one = h[7] + (rotate(h[4], 6) ^ rotate(h[4], 11) ^ rotate(h[4], 25)) +
                       ((h[4] & h[5]) ^ (~h[4] & h[6])) + constants[t] + w[t];
        uint32_t two = (rotate(h[0], 2) ^ rotate(h[0], 13) ^ rotate(h[0], 22)) +
                       ((h[0] & h[1]) ^ (h[0] & h[2]) ^ (h[1] & h[2]));
        memmove(h + 1, h, sizeof h - sizeof *h);
        h[4] += one;
        h[0] = one + two;
    }
    for (int i = 0; i < WORDS; i++) hash[i] += h[i];
}

/* The bytes after the last whole block, a 1 bit, zeros, and the length in bits. */
static void add_rest(uint32_t hash[WORDS], const unsigned char *rest, size_t size, uint64_t total) {
    unsigned char last[2 * BLOCK] = {0};
    size_t end = size < BLOCK - 8 ? BLOCK : 2 * BLOCK;
    if (size) memcpy(last, rest, size);
    last[size] = 0x80;
    for (int i = 0; i < 8; i++) last[end - 1 - (size_t)i] = (unsigned char)(total * 8 >> 8 * i);
    for (size_t at = 0; at < end; at += BLOCK) add_block(hash, last + at);
}

void sha256(const void *bytes, size_t size, unsigned char digest[SHA256_SIZE]) {
    uint32_t hash[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const unsigned char *at = bytes;
    size_t left = size;
    for (; left >= BLOCK; left -= BLOCK, at += BLOCK) add_block(hash, at);
    add_rest(hash, at, left, size);
    for (int i = 0; i < SHA256_SIZE; i++)
        digest[i] = (unsigned char)(hash[i / 4] >> (24 - i % 4 * 8));
}
