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

/* Runs the line and sends it the signal after a random time below `longest`. */
static int run_and_signal(const char *line, int signal, double longest,
                          struct random_cursor *dice) {
    pid_t child = start(line);
    pause_seconds(longest * (double)random_below(dice, 10000) / 10000);
    kill(child, signal);
    return wait_for(child);
}

static void expect_same(const char *one, const char *other, const char *what) {
    struct outcome outcome = run("cd $T && diff -r -x config.ini %s %s", one, other);
    cr_expect_eq(outcome.status, 0, "%s: %s %s", what, outcome.out, outcome.err);
    outcome_free(&outcome);
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

/* Kills at random moments until the run is done; between the kills it may be done from the start
 * again. */
static void go_through(const int *signals, size_t count, int kills, uint64_t seed) {
    struct random_cursor dice = {.key = random_key(seed, 88)};
    char begin[512], go_on[512], whole[512];
    const char *folder = test_folder();
    snprintf(whole, sizeof whole, "train --out %s/whole " TRAIN, folder);
    snprintf(begin, sizeof begin, "train --out %s/parts --force " TRAIN, folder);
    snprintf(go_on, sizeof go_on, "train --resume %s/parts -q", folder);
    double started = now();
    cr_assert_eq(wait_for(start(whole)), 0);
    double longest = now() - started;
    for (int killed = 0; killed < kills;) {
        int status = run_and_signal(begin, signals[0], longest, &dice);
        for (killed += status > 128; status > 128; killed += status > 128) {
            struct outcome outcome = run("test -e $T/parts/config.ini");
            bool there = outcome.status == 0;
            outcome_free(&outcome);
            if (!there) break;
            expect_whole_models();
            int signal = signals[random_below(&dice, count)];
            status = run_and_signal(go_on, signal, longest, &dice);
        }
        cr_assert(status == 0 || status > 128, "status %d", status);
        if (status == 0) expect_same("whole", "parts", "after kills");
    }
}

Test(kill, a_killed_run_can_always_be_gone_on_with) {
    go_through((const int[]){SIGKILL}, 1, kills_wanted(), 1);
}

Test(kill, so_can_an_interrupted_one) {
    go_through((const int[]){SIGINT, SIGTERM, SIGKILL, SIGHUP}, 4, kills_wanted() / 2, 2);
}

/* A sweep keeps its finished rows. */
Test(kill, a_sweep_goes_on_after_its_last_row) {
    struct random_cursor dice = {.key = random_key(3, 88)};
    const int signals[] = {SIGINT, SIGKILL, SIGTERM};
    char line[512], whole[512];
    const char *options = "-q --batch 8 --eval-examples 30 --steps 200 --seeds 1..30 --threads 2";
    snprintf(whole, sizeof whole, "sweep -o %s/whole --curves %s/whole-curves %s", test_folder(),
             test_folder(), options);
    snprintf(line, sizeof line, "sweep --resume -o %s/parts --curves %s/parts-curves %s",
             test_folder(), test_folder(), options);
    cr_assert_eq(wait_for(start(whole)), 0);
    for (int status = 1; status;) {
        status = run_and_signal(line, signals[random_below(&dice, 3)], 0.2, &dice);
        cr_assert(status == 0 || status > 128, "status %d", status);
    }
    expect_same("whole", "parts", "rows");
    expect_same("whole-curves", "parts-curves", "curves");
}
