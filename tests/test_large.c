/* Sizes that do not fit are refused before anything is taken; what takes long says so first, where it
 * fits. */
#include "support.h"

#include <string.h>

#define BRIEF " --steps 1 --eval-every 1 --eval-examples 1 -q"

/* Address space, where no sanitizer needs more. */
#ifdef __SANITIZE_ADDRESS__
#define LITTLE ""
#else
#define LITTLE "ulimit -v 400000"
#endif

static const char *const too_large[] = {
    "train --pairs 10000 --letters 1000000 --digits 1000000 --width 65536",
    "train --model mlp --hidden 1000000 --pairs 10000 --letters 1000000",
    "train --model mlp --hidden 1000000 --pairs 10000 --letters 1000000 --digits 1000000",
    "train --score bilinear --letters 1000000 --digits 1000000",
    "train --engine reference --score bilinear --letters 1000000",
    "train --width 65536 --letters 1000000 --digits 1000000 --batch 100000000",
};

/* With less memory than any machine has left, since nothing of it is taken. */
Test(large, what_does_not_fit_is_refused_with_its_size) {
    for (size_t i = 0; i < sizeof too_large / sizeof *too_large; i++) {
        struct outcome outcome = run("%s\n"
                                     "timeout %d \"$PROGRAM\" %s" BRIEF,
                                     LITTLE, 2 * SLOWNESS, too_large[i]);
        bool says = strstr(outcome.err, " needs ") && strstr(outcome.err, "memory");
        cr_expect_eq(outcome.status, 1, "%s: %d", too_large[i], outcome.status);
        cr_expect(says, "%s: %s", too_large[i], outcome.err);
        outcome_free(&outcome);
    }
}

static const char *const slow[] = {
    "train --batch 100000000 --steps 1",
    "train --width 65536 --heads 65536 --steps 1",
    "train --model mlp --hidden 1000000 --steps 1",
    "train --eval-examples 1000000000",
    "bench --batch 100000000",
    "sweep --seeds 1..9 --batch 100000000",
    "gradcheck --width 65536",
    "eval tests/data/golden/models/attention-1-pair/weights.safetensors --examples 1000000000000",
};

Test(large, what_takes_long_says_so_first) {
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        struct outcome outcome =
            run("\"$PROGRAM\" %s 2>$T/said & pid=$!\n"
                "for i in $(seq 100); do grep -q . $T/said && break; sleep 0.1; done\n"
                "kill -9 $pid; cat $T/said",
                slow[i]);
        bool says = strstr(outcome.out, "may take a while") || strstr(outcome.out, " of memory, ");
        cr_expect(says, "%s: %s", slow[i], outcome.out);
        outcome_free(&outcome);
    }
}
