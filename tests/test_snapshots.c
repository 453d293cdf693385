/* Snapshots: when they are taken, what they are, and that they stay when a run goes on. */
#include "command/train/snapshots.h"

#include "model/model_file.h"
#include "support.h"
#include "train/moments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All moments, in their order. */
static size_t moments(uint64_t count, uint64_t steps, uint64_t *all) {
    size_t found = 0;
    for (uint64_t step = 0; (step = moment_from(count, steps, step)) != UINT64_MAX; step++) {
        all[found++] = step;
    }
    return found;
}

Test(snapshots, moments_are_as_many_as_wanted_from_the_first_step_to_the_last) {
    static const uint64_t counts[] = {2, 3, 7, 20, 100, 1000},
                          steps[] = {1, 2, 19, 2000, 1000000007};
    uint64_t all[1100];
    for (size_t c = 0; c < 6; c++) {
        for (size_t s = 0; s < 5; s++) {
            size_t found = moments(counts[c], steps[s], all);
            uint64_t most = counts[c] <= steps[s] ? counts[c] : steps[s] + 1;
            cr_expect_eq(found, most, "%zu of %zu in %zu", found, (size_t)counts[c],
                         (size_t)steps[s]);
            cr_expect_eq(all[0], 0);
            cr_expect_eq(all[found - 1], steps[s]);
        }
    }
}

Test(snapshots, moments_are_denser_early) {
    uint64_t all[20];
    static const uint64_t expected[] = {0,   0,   2,   8,   19,  36,  63,   100,  149,  213,
                                        292, 388, 504, 641, 801, 985, 1195, 1433, 1701, 2000};
    cr_assert_eq(moments(20, 2000, all), 20);
    for (size_t i = 2; i < 20; i++) {
        cr_expect_leq(llabs((long long)all[i] - (long long)expected[i]), 2, "%zu: %llu", i,
                      (unsigned long long)all[i]);
    }
    cr_expect_eq(all[1], 1);
}

Test(snapshots, few_or_none) {
    cr_expect_eq(moment_from(0, 100, 0), UINT64_MAX);
    cr_expect_eq(moment_from(1, 100, 0), 100);
    cr_expect_eq(moment_from(1, 100, 101), UINT64_MAX);
    cr_expect_eq(moment_from(5, 0, 0), 0);
    cr_expect_eq(moment_from(5, 0, 1), UINT64_MAX);
}

#define BRIEF " -q --eval-examples 40 --batch 8 "

/* Each is the model of a run of so many steps; the folder is read back as a list. */
Test(snapshots, each_is_the_model_of_its_moment) {
    assert_done("cd $T && attnlearn train --out run --steps 60 --snapshots 6" BRIEF "&&"
                "cmp run/attention.safetensors run/snapshots/attention-00000060.safetensors");
    char folder[128];
    snprintf(folder, sizeof folder, "%s/run", test_folder());
    struct snapshot_list list = {0};
    struct error error;
    cr_assert(snapshots_list(folder, "average", &list, &error), "%s", error.message);
    cr_assert_eq(list.count, 6);
    for (size_t i = 0; i < list.count; i++) {
        cr_expect_eq(list.steps[i], moment_from(6, 60, i ? list.steps[i - 1] + 1 : 0));
        char command[256], *path = snapshot_path(folder, "average", list.steps[i], &error);
        snprintf(command, sizeof command,
                 "attnlearn train --model average --steps %zu --save $T/m" BRIEF "&& cmp %s $T/m",
                 (size_t)list.steps[i], path);
        assert_done(command);
        free(path);
    }
    free(list.steps);
}

Test(snapshots, a_folder_without_them_has_none) {
    struct snapshot_list list = {0};
    struct error error;
    cr_assert(snapshots_list(test_folder(), "average", &list, &error), "%s", error.message);
    cr_expect_eq(list.count, 0);
}

/* Later ones go where the run takes another course; names of others stay. */
Test(snapshots, those_after_the_saved_step_go) {
    assert_done(
        "cd $T && attnlearn train --out run --steps 60 --snapshots 6" BRIEF "&&"
        "attnlearn train --out short --steps 30" BRIEF "&& cp -r run/snapshots short &&"
        "touch short/snapshots/notes short/snapshots/attention-60.safetensors &&"
        "attnlearn train -q --resume short --steps 30 &&"
        "ls short/snapshots >names && printf '%s\\n' attention-00000000.safetensors "
        "attention-00000001.safetensors attention-00000004.safetensors "
        "attention-00000013.safetensors "
        "attention-60.safetensors average-00000000.safetensors average-00000001.safetensors "
        "average-00000004.safetensors average-00000013.safetensors notes | diff names -");
    assert_done("cd $T && attnlearn train --out run --force --steps 3" BRIEF "&&"
                "test -z \"$(ls run/snapshots)\"");
}

Test(snapshots, need_a_run_folder) {
    assert_refused(2, "--snapshots are kept in a run folder: say --out DIR",
                   "attnlearn train --snapshots 3 --csv $T/c.csv");
    assert_refused(2, "--save-every has nothing to save", "attnlearn train --save-every 3");
    assert_refused(2, "--out takes a folder, and - is standard output",
                   "cd $T && attnlearn train --steps 1 --out -");
    assert_refused(2, "--save-every cannot save to standard output",
                   "attnlearn train --save-every 3 --model average --save -");
}
