/* A recorded run: the default training's curves and models, as hashes of their bytes. They change
 * only when what is computed changes, and then with a reason in the commit. */
#include "support.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* FNV-1a, 64 bits. */
static uint64_t hash_of(const char *name) {
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "%s/run/%s", test_folder(), name);
    char *bytes = read_file(path, &size);
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    cr_assert(bytes, "%s", path);
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    }
    free(bytes);
    return hash;
}

static void check_run(const char *command, const char *const names[3], const uint64_t hashes[3]) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
    for (size_t i = 0; i < 3; i++) {
        uint64_t found = hash_of(names[i]);
        cr_expect(found == hashes[i], "%s: recorded %016" PRIx64 ", found %016" PRIx64, names[i],
                  hashes[i], found);
    }
}

Test(recorded, the_default_run_gives_these_bytes) {
    static const char *const names[] = {"curves.csv", "attention.safetensors",
                                        "average.safetensors"};
    static const uint64_t hashes[] = {UINT64_C(0xf5cbb254796fbdcd), UINT64_C(0xd38b595cda5714a8),
                                      UINT64_C(0x6230c36590df5586)};
    check_run("attnlearn train --quiet --out $T/run", names, hashes);
}

Test(recorded, the_reference_engine_gives_these_bytes) {
    static const char *const names[] = {"curves.csv", "attention.safetensors", "mlp.safetensors"};
    static const uint64_t hashes[] = {UINT64_C(0x4edb9baa38470c24), UINT64_C(0x439641e005b66aa5),
                                      UINT64_C(0x5d53ca5d59c9d36c)};
    check_run("attnlearn train --quiet --engine reference --model attention,mlp --steps 100 "
              "--eval-examples 256 --out $T/run",
              names, hashes);
}
