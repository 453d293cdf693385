/* Lets every call to the system fail in turn, and looks at what the program makes of it.
 *
 *     fault-driver FOLDER PROGRAM
 *
 * The PROGRAM is one whose calls fail on demand (wrap.c). For every trial, every kind of fault and
 * n = 1, 2, ..., until a run meets none: only the n-th call fails, and the n-th and all later ones
 * do. Then either
 * - the status is 1, one sentence that names the reason stands on standard error, what stands on
 *   standard output is a beginning of what would, every file is the old one or the new one, and
 *   nothing else is left, in memory neither; where the trial can go on, it does and ends in the
 *   right files; or
 * - the fault does not matter: the status, both outputs and all files are those of a run without. A
 *   file that was written and could not be closed always matters; or
 * - it was killed there: every file is the old one or the new one, beside them are temporary files
 *   and locks at most, and the command, or what goes on with it, ends in the right files; in a run
 *   folder and of a sweep no temporary file is left then.
 *
 * FAULTS_LIMIT is the most faults of a kind in a trial, evenly spread (0: all); FAULTS_JOBS how many
 * at a time; FAULTS_ONLY a part of the names of the trials to do, FAULTS_KIND the kinds, commas
 * between. A kind that is never met, or no fault at all, is wrong. */
#include "judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_TRIALS = 80, MOST_JOBS = 16 };

/* What the jobs share. */
struct shared {
    int next;
    struct score scores[MOST_TRIALS][FAULT_KINDS];
};

struct drive {
    const char *folder, *program;
    struct expected expected[MOST_TRIALS];
    int count, limit, jobs;
    struct shared *shared;
};

/* Lets call 1, 2, ... fail until a run meets none. */
static void inject(const struct place *place, const struct expected *expected, struct fault fault,
                   long limit, struct score *score) {
    char why[WHY_SIZE];
    long calls = expected->calls[fault.kind];
    long step = limit && calls > limit ? (calls + limit - 1) / limit : 1;
    for (fault.at = 1;; fault.at += step) {
        image_write(&expected->before, place->work);
        int status = run_words(place, expected->trial->words, &fault);
        bool met = place->tally->faults > 0;
        score->faults += met;
        if (!judge(place, expected, &fault, status, score, why)) {
            printf("FAILED: %s: %s, call %ld%s: %s\n", expected->trial->name,
                   fault_names[fault.kind], fault.at, fault.on ? " and all later ones" : "", why);
            fflush(stdout);
        } else if (!met) {
            score->harmless--;
        }
        if (!met) return;
    }
}

static bool is_wanted(enum fault_kind kind) {
    const char *only = getenv("FAULTS_KIND");
    return !only || strstr(only, fault_names[kind]);
}

/* A unit of work: a trial, a kind of fault, and whether it lasts. */
static bool do_unit(const struct drive *drive, const struct place *place, int unit) {
    int trial = unit / (2 * FAULT_KINDS), rest = unit % (2 * FAULT_KINDS);
    struct fault fault = {.kind = (enum fault_kind)(rest / 2), .on = rest % 2};
    if (trial >= drive->count) return false;
    struct score score = {0}, *sum = &drive->shared->scores[trial][fault.kind];
    if (!is_wanted(fault.kind)) return true;
    if (fault.kind == FAULT_INTERRUPT && fault.on) return true; /* it would try for ever */
    if (fault_kills(&fault) && fault.on) return true;           /* there is none later */
    inject(place, &drive->expected[trial], fault, drive->limit, &score);
    __atomic_add_fetch(&sum->faults, score.faults, __ATOMIC_RELAXED);
    __atomic_add_fetch(&sum->refused, score.refused, __ATOMIC_RELAXED);
    __atomic_add_fetch(&sum->harmless, score.harmless, __ATOMIC_RELAXED);
    __atomic_add_fetch(&sum->failed, score.failed, __ATOMIC_RELAXED);
    return true;
}

static void do_units(const struct drive *drive, int job) {
    struct place place = place_take(drive->folder, drive->program, job);
    while (do_unit(drive, &place, __atomic_fetch_add(&drive->shared->next, 1, __ATOMIC_RELAXED))) {
        continue;
    }
}

/* Runs the trial without a fault, to know what comes of it. */
static struct expected expect(const struct place *place, const struct trial *trial) {
    static const struct fault no_fault = {.kind = FAULT_MEMORY};
    struct expected expected = {.trial = trial};
    image_write(&expected.before, place->work);
    int status = run_words(place, trial->before, NULL);
    if (status == 0) {
        expected.before = image_read(place->work);
        status = run_words(place, trial->words, &no_fault) - trial->status;
    }
    memcpy(expected.calls, place->tally->calls, sizeof expected.calls);
    expected.out = image_read_file(place->out);
    expected.err = read_messages(place);
    expected.after = image_read(place->work);
    if (status == 0) return expected;
    printf("%s does not work without a fault: %s\n", trial->name, expected.err.bytes);
    exit(3);
}

static void expect_all(struct drive *drive) {
    struct place place = place_take(drive->folder, drive->program, 0);
    const char *only = getenv("FAULTS_ONLY");
    for (size_t i = 0; i < trial_count && drive->count < MOST_TRIALS; i++) {
        if (only && !strstr(trials[i].name, only)) continue;
        drive->expected[drive->count++] = expect(&place, &trials[i]);
    }
}

static void do_jobs(const struct drive *drive) {
    for (int job = 0; job < drive->jobs; job++) {
        pid_t child = fork();
        if (child == 0) {
            do_units(drive, job);
            exit(0);
        }
    }
    for (int job = 0, status; job < drive->jobs; job++) {
        if (wait(&status) < 0 || status != 0) exit(3);
    }
}

static struct score add_scores(struct score a, struct score b) {
    return (struct score){a.faults + b.faults, a.refused + b.refused, a.harmless + b.harmless,
                          a.failed + b.failed};
}

static void print_score(const char *name, struct score score) {
    printf("%-30s %7d %10d %10d %8d\n", name, score.faults, score.refused, score.harmless,
           score.failed);
}

static void print_heading(const char *what) {
    printf("\n%-30s %7s %10s %10s %8s\n", what, "faults", "sentence", "harmless", "failed");
}

/* Prints the tables; returns how much is wrong. */
static int print_scores(const struct drive *drive) {
    struct score all = {0}, kinds[FAULT_KINDS] = {0};
    int unmet = 0;
    print_heading("command");
    for (int i = 0; i < drive->count; i++) {
        struct score sum = {0};
        for (int k = 0; k < FAULT_KINDS; k++) {
            struct score score = drive->shared->scores[i][k];
            sum = add_scores(sum, score);
            kinds[k] = add_scores(kinds[k], score);
        }
        print_score(drive->expected[i].trial->name, sum);
        all = add_scores(all, sum);
    }
    print_heading("kind");
    for (int k = 0; k < FAULT_KINDS; k++) {
        print_score(fault_names[k], kinds[k]);
        unmet += is_wanted((enum fault_kind)k) && kinds[k].faults == 0;
    }
    if (getenv("FAULTS_ONLY")) unmet = 0;
    if (unmet) printf("%d kinds of fault were never met\n", unmet);
    printf("\n%d faults: %d passed, %d failed\n", all.faults, all.refused + all.harmless,
           all.failed);
    return all.failed + unmet + (all.faults == 0);
}

static int number_of(const char *name, int otherwise) {
    const char *value = getenv(name);
    return value && *value ? atoi(value) : otherwise;
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: %s FOLDER PROGRAM\n", words[0]);
        return 2;
    }
    struct drive drive = {.folder = words[1], .program = words[2]};
    char path[512];
    drive.limit = number_of("FAULTS_LIMIT", 0);
    drive.jobs = number_of("FAULTS_JOBS", (int)sysconf(_SC_NPROCESSORS_ONLN));
    if (drive.jobs < 1 || drive.jobs > MOST_JOBS) drive.jobs = MOST_JOBS;
    snprintf(path, sizeof path, "%s/scores", drive.folder);
    drive.shared = map_shared(path, sizeof *drive.shared);
    expect_all(&drive);
    fflush(stdout);
    do_jobs(&drive);
    return print_scores(&drive) > 0;
}
