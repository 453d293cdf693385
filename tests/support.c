/* What the tests share: see support.h. */
#include "support.h"

#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64];

static void remove_folder(void) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    if (system(command) != 0) fprintf(stderr, "could not remove %s\n", folder);
}

const char *test_folder(void) {
    if (folder[0]) return folder;
    strcpy(folder, "/tmp/attnlearn-test-XXXXXX");
    cr_assert(mkdtemp(folder), "a folder for the test");
    atexit(remove_folder);
    return folder;
}

char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    long length = ftell(file);
    rewind(file);
    char *bytes = malloc((size_t)length + 1);
    cr_assert(bytes && fread(bytes, 1, (size_t)length, file) == (size_t)length, "read %s", path);
    bytes[length] = '\0';
    fclose(file);
    if (size) *size = (size_t)length;
    return bytes;
}

const char *write_bytes(const char *name, const void *bytes, size_t size) {
    static char paths[8][160];
    static size_t next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", test_folder(), name);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0, "write %s", path);
    return path;
}

const char *write_string(const char *name, const char *string) {
    return write_bytes(name, string, strlen(string));
}

/* A script's first lines: where the program is, and the test's folder. */
static void write_prelude(FILE *script) {
    const char *program = getenv("ATTNLEARN");
    char top[4096];
    cr_assert(getcwd(top, sizeof top), "the working folder");
    if (!program) program = "attnlearn";
    fprintf(script, "export LC_ALL=C.UTF-8 T='%s' PROGRAM='%s/%s'\n", test_folder(),
            program[0] == '/' ? "" : top, program);
    fprintf(script, "attnlearn() { \"$PROGRAM\" \"$@\"; }\n");
}

struct outcome run(const char *format, ...) {
    char script_path[128], command[512];
    snprintf(script_path, sizeof script_path, "%s/command.sh", test_folder());
    FILE *script = fopen(script_path, "w");
    cr_assert(script, "a script");
    write_prelude(script);
    va_list arguments;
    va_start(arguments, format);
    vfprintf(script, format, arguments);
    va_end(arguments);
    fputc('\n', script);
    fclose(script);
    snprintf(command, sizeof command, "sh %s >%s/out 2>%s/err </dev/null", script_path, folder,
             folder);
    signal(SIGHUP,
           SIG_DFL); /* whoever runs the tests may ignore it, and a shell cannot undo that */
    int status = system(command);
    struct outcome outcome = {.status = WIFEXITED(status) ? WEXITSTATUS(status) : 255};
    snprintf(command, sizeof command, "%s/out", folder);
    outcome.out = read_file(command, &outcome.out_size);
    snprintf(command, sizeof command, "%s/err", folder);
    outcome.err = read_file(command, &outcome.err_size);
    cr_assert(outcome.out && outcome.err, "what the command printed");
    return outcome;
}

void outcome_free(struct outcome *outcome) {
    free(outcome->out);
    free(outcome->err);
}

void assert_refused(int status, const char *words, const char *command) {
    struct outcome outcome = run("%s", command);
    const char *newline = strchr(outcome.err, '\n');
    cr_expect_eq(outcome.status, status, "%s: status %d, expected %d (%s)", command, outcome.status,
                 status, outcome.err);
    cr_expect(strncmp(outcome.err, "attnlearn: ", 11) == 0, "%s: message '%s'", command,
              outcome.err);
    cr_expect(strstr(outcome.err, words), "%s: '%s' is not in the message '%s'", command, words,
              outcome.err);
    cr_expect(newline && !newline[1], "%s: not one line: '%s'", command, outcome.err);
    cr_expect_eq(outcome.out_size, 0, "%s: printed '%s'", command, outcome.out);
    outcome_free(&outcome);
}

void assert_prints(const char *command, const char *out) {
    struct outcome outcome = run("%s", command);
    cr_assert_eq(outcome.status, 0, "%s: status %d: %s", command, outcome.status, outcome.err);
    cr_expect_str_eq(outcome.out, out, "%s: '%s'", command, outcome.out);
    outcome_free(&outcome);
}

void assert_done(const char *command) {
    assert_prints(command, "");
}

void assert_same_runs(const char *what, const char *one, const char *other) {
    struct outcome outcome = run("cd $T && diff -r -x config.ini %s %s", one, other);
    cr_expect_eq(outcome.status, 0, "%s: %s %s", what, outcome.out, outcome.err);
    outcome_free(&outcome);
}

size_t occurrences(const char *text, const char *string) {
    size_t count = 0;
    for (; (text = strstr(text, string)); text += strlen(string)) count++;
    return count;
}

double json_number(const char *json, const char *key) {
    char quoted[128];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(json, quoted);
    cr_assert(at, "no %s in %s", quoted, json);
    at += strlen(quoted);
    return strncmp(at, "null", 4) == 0 ? NAN : strtod(at, NULL);
}

double *json_numbers_of(const char *json, const char *key, size_t *count) {
    char quoted[128];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *at = strstr(json, quoted);
    cr_assert(at, "no %s", quoted);
    at += strlen(quoted);
    double *numbers = malloc(strlen(at) * sizeof *numbers);
    cr_assert(numbers, "memory");
    *count = 0;
    for (int depth = 0;;) {
        char *end;
        depth += (*at == '[') - (*at == ']');
        if (depth == 0) return numbers;
        double number = strtod(at, &end);
        if (end != at && *at != 'n') numbers[(*count)++] = number;
        at = end != at && *at != 'n' ? end : at + 1;
    }
}

void assert_near(double a, double b, double tolerance, const char *what) {
    cr_assert(fabs(a - b) <= tolerance, "%s: %.17g and %.17g differ by %g, allowed %g", what, a, b,
              fabs(a - b), tolerance);
}
