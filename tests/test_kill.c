/* Runs that are killed or interrupted at random moments: whatever they leave can be gone on with,
 * and ends in the bytes of a run without a pause. */
#include "base/random.h"
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The environment variable KILLS makes this a longer test. */
static int kills_wanted(void) {
    const char *wanted = getenv("KILLS");
    return wanted ? atoi(wanted) : 20;
}

enum { MOST_WORDS = 32 };

/* Starts the program with the words of a line. */
static pid_t start(const char *line) {
    char words[512], *list[MOST_WORDS + 2];
    const char *program = getenv("ATTNLEARN");
    int count = 0;
    snprintf(words, sizeof words, "%s", line);
    list[count++] = strcpy((char[16]){""}, "attnlearn");
    for (char *word = strtok(words, " "); word; word = strtok(NULL, " ")) {
        cr_assert(count < MOST_WORDS);
        list[count++] = word;
    }
    list[count] = NULL;
    pid_t child = fork();
    cr_assert(child >= 0);
    if (child) return child;
    int nowhere = open("/dev/null", O_WRONLY);
    dup2(nowhere, STDERR_FILENO);
    execv(program ? program : "./attnlearn", list);
    _exit(127);
}

static void pause_seconds(double seconds) {
    struct timespec time = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    while (nanosleep(&time, &time) != 0 && errno == EINTR) continue;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Waits for its end; returns the status as a shell has it. */
static int wait_for(pid_t child) {
    int status;
    while (waitpid(child, &status, 0) < 0) cr_assert_eq(errno, EINTR);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Runs the line to its end, which must be a good one; returns how long it took. */
static double seconds_of(const char *line) {
    double started = now();
    cr_assert_eq(wait_for(start(line)), 0, "%s", line);
    return now() - started;
}

/* Runs the line and sends it the signal after a random time below `longest`. */
static int run_and_signal(const char *line, int signal, double longest,
                          struct random_cursor *dice) {
    pid_t child = start(line);
    pause_seconds(longest * (double)random_below(dice, 10000) / 10000);
    kill(child, signal);
    return wait_for(child);
}

#define TRAIN                                                                                      \
    "-q --batch 8 --eval-examples 30 --eval-every 30 --save-every 35 --snapshots 4 --steps 500 "   \
    "--dropout 0.2 --schedule cosine"

/* What was left is whole: every model file there can be read. */
static void expect_whole_models(void) {
    struct outcome outcome = run(
        "cd $T/parts && for file in a*.safetensors snapshots/a*00.safetensors; do case $file in "
        "*'*'*) continue;; esac; attnlearn eval $file --examples 3 --json >/dev/null || "
        "exit; done");
    cr_expect_eq(outcome.status, 0, "%s", outcome.err);
    outcome_free(&outcome);
}

/* A run without a pause, the same in another folder, and how that is gone on with. */
struct lines {
    char whole[512], begin[512], go_on[512];
};

static struct lines train_lines(void) {
    struct lines lines;
    const char *folder = test_folder();
    snprintf(lines.whole, sizeof lines.whole, "train --out %s/whole " TRAIN, folder);
    snprintf(lines.begin, sizeof lines.begin, "train --out %s/parts --force " TRAIN, folder);
    snprintf(lines.go_on, sizeof lines.go_on, "train --resume %s/parts -q", folder);
    return lines;
}

/* Kills at random moments until the run is done; between the kills it may be done from the start
 * again. */
static void go_through(const int *signals, size_t count, int kills, uint64_t seed) {
    struct random_cursor dice = {.key = random_key(seed, 88)};
    struct lines lines = train_lines();
    double longest = seconds_of(lines.whole);
    for (int killed = 0; killed < kills;) {
        int status = run_and_signal(lines.begin, signals[0], longest, &dice);
        for (killed += status > 128; status > 128; killed += status > 128) {
            struct outcome outcome = run("test -e $T/parts/config.ini");
            bool there = outcome.status == 0;
            outcome_free(&outcome);
            if (!there) break;
            expect_whole_models();
            int signal = signals[random_below(&dice, count)];
            status = run_and_signal(lines.go_on, signal, longest, &dice);
        }
        cr_assert(status == 0 || status > 128, "status %d", status);
        if (status == 0) assert_same_runs("after kills", "whole", "parts");
    }
}

Test(kill, a_killed_run_can_always_be_gone_on_with) {
    go_through((const int[]){SIGKILL}, 1, kills_wanted(), 1);
}

Test(kill, so_can_an_interrupted_one) {
    go_through((const int[]){SIGINT, SIGTERM, SIGKILL, SIGHUP}, 4, kills_wanted() / 2, 2);
}

/* An older run is replaced, again and again: at any moment the folder holds a run, the old or the new
 * one, or what was not saved yet. */
Test(kill, so_can_one_that_replaces_an_older_run) {
    struct random_cursor dice = {.key = random_key(4, 88)};
    struct lines lines = train_lines();
    double longest = seconds_of(lines.whole);
    for (int killed = 0; killed < kills_wanted();) {
        struct outcome copied = run("cd $T && rm -rf parts && cp -r whole parts");
        outcome_free(&copied);
        int status = run_and_signal(lines.begin, SIGKILL, longest / 4, &dice);
        cr_assert(status == 0 || status > 128, "status %d", status);
        killed += status > 128;
        expect_whole_models();
        struct outcome outcome = run("test -e $T/parts/config.ini");
        int again = wait_for(start(outcome.status == 0 ? lines.go_on : lines.begin));
        outcome_free(&outcome);
        cr_assert_eq(again, 0, "status %d", again);
        assert_same_runs("after a kill while an older run was replaced", "whole", "parts");
    }
}

/* Of a sweep, nothing of a finished run is lost. The first model takes longest: many runs of the
 * others are finished before. */
static void go_through_sweep(const int *signals, size_t count, int kills, uint64_t seed) {
    struct random_cursor dice = {.key = random_key(seed, 88)};
    char line[512], whole[512];
    const char *folder = test_folder();
    const char *options = "-q --batch 8 --eval-examples 30 --steps 100 --seeds 1..15 --threads 3 "
                          "--model mlp,attention,average --hidden 256";
    snprintf(whole, sizeof whole, "sweep -o %s/whole --curves %s/whole-curves %s", folder, folder,
             options);
    snprintf(line, sizeof line, "sweep --resume -o %s/parts --curves %s/parts-curves %s", folder,
             folder, options);
    double longest = seconds_of(whole) / 2;
    for (int killed = 0; killed < kills;) {
        int status = run_and_signal(line, signals[random_below(&dice, count)], longest, &dice);
        cr_assert(status == 0 || status > 128, "status %d", status);
        killed += status > 128;
        struct outcome kept =
            run("cd $T && touch parts before && grep -vxFf parts before && exit 1;"
                " grep -vxFf whole parts && exit 1; cp parts before");
        cr_expect_eq(kept.status, 0, "a row is lost, or wrong: %s", kept.out);
        outcome_free(&kept);
        if (status) continue;
        assert_same_runs("rows", "whole", "parts");
        assert_same_runs("curves", "whole-curves", "parts-curves");
        struct outcome removed = run("cd $T && rm -f parts parts-curves before");
        outcome_free(&removed);
    }
}

Test(kill, a_killed_sweep_keeps_its_rows) {
    go_through_sweep((const int[]){SIGKILL}, 1, kills_wanted(), 5);
}

Test(kill, so_does_an_interrupted_one) {
    go_through_sweep((const int[]){SIGINT, SIGTERM, SIGKILL, SIGHUP}, 4, kills_wanted() / 2, 6);
}
