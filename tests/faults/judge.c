/* What a program may make of a fault: see judge.h. */
#include "judge.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the sentence says of the reason. */
static const char *const reasons[FAULT_KINDS][3] = {
    [FAULT_MEMORY] = {"out of memory"},
    [FAULT_OPEN] = {"Too many open files"},
    [FAULT_READ] = {"Input/output error"},
    [FAULT_WRITE] = {"No space left on device"},
    [FAULT_HALF] = {"No space left on device"},
    [FAULT_INTERRUPT] = {"Interrupted"},
    [FAULT_SYNC] = {"Input/output error"},
    [FAULT_RENAME] = {"Input/output error"},
    [FAULT_CLOSE] = {"Input/output error"},
    [FAULT_FOLDER] = {"No space left on device"},
    [FAULT_CUT] = {"No space left on device"},
    [FAULT_REMOVE] = {"Permission denied"},
    [FAULT_LOOK] = {"Input/output error", "Cannot allocate memory"},
    [FAULT_CHANGE] = {"Operation not permitted", "No locks available"},
};

/* Whether the name is one of those in the list, between blanks. */
static bool is_listed(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length) {
        bool begins = at == list || at[-1] == ' ', ends = at[length] == ' ' || !at[length];
        if (begins && ends) return true;
    }
    return false;
}

/* Whether every line is whole, or the last one torn, and one of those of the other file. */
static bool has_lines_of(const struct image_file *file, const struct image_file *whole,
                         bool may_be_torn) {
    for (const char *line = file->bytes; *line;) {
        const char *end = strchr(line, '\n'), *found = whole->bytes;
        if (!end && !may_be_torn) return false;
        size_t length = end ? (size_t)(end - line) + 1 : strlen(line);
        while (found && strncmp(found, line, length) != 0) {
            found = strchr(found, '\n');
            if (found) found++;
        }
        if (!found) return false;
        line += length;
    }
    return true;
}

static bool is_right_file(const struct expected *expected, const struct image_file *file,
                          const struct fault *fault) {
    const struct image_file *before = image_find(&expected->before, file->name);
    const struct image_file *after = image_find(&expected->after, file->name);
    if (image_same_bytes(file, before) || image_same_bytes(file, after)) return true;
    if (!after) return false;
    if (is_listed(expected->trial->rows, file->name)) {
        return has_lines_of(file, after, fault->kind == FAULT_CUT || fault->kind == FAULT_TORN);
    }
    return is_listed(expected->trial->moving, file->name) && file->size > 0;
}

static bool is_temporary(const char *name) {
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".tmp") == 0;
}

/* Where nothing can be removed, these stay, and a lock that nobody knows to be this process's. */
static bool may_stay(const struct fault *fault, const char *name) {
    size_t length = strlen(name);
    bool lock = length >= 4 && strcmp(name + length - 4, "lock") == 0;
    bool removes = fault->kind != FAULT_REMOVE && !fault_kills(fault);
    return (!removes && (is_temporary(name) || lock)) || (fault->kind == FAULT_LOOK && lock);
}

/* What is wrong, as a sentence in `why`; false. */
static bool wrong(char why[WHY_SIZE], const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, WHY_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool check_old_or_new(const struct expected *expected, const struct image *found,
                             const struct fault *fault, char why[WHY_SIZE]) {
    for (size_t i = 0; i < found->count; i++) {
        const struct image_file *file = &found->files[i];
        if (is_right_file(expected, file, fault) || may_stay(fault, file->name)) continue;
        return wrong(why, "%s is neither the old nor the new one (%zu bytes)", file->name,
                     file->size);
    }
    for (size_t i = 0; i < expected->before.count; i++) {
        const char *name = expected->before.files[i].name;
        if (image_find(found, name) || strstr(expected->trial->words, "--force")) continue;
        return wrong(why, "%s is gone", name);
    }
    return true;
}

/* Who works on locked files alone removes what a killed process left of them; elsewhere it could be
 * somebody's who is at it. */
static bool may_stay_after_all(const struct trial *trial, const struct fault *fault,
                               const char *name) {
    bool locked = strchr(name, '/') || strstr(trial->words, "attnlearn sweep");
    return fault_kills(fault) ? is_temporary(name) && !locked : may_stay(fault, name);
}

static bool check_all_new(const struct expected *expected, const struct image *found,
                          const struct fault *fault, char why[WHY_SIZE]) {
    for (size_t i = 0; i < found->count; i++) {
        const struct image_file *file = &found->files[i];
        if (fault && may_stay_after_all(expected->trial, fault, file->name)) continue;
        if (image_same_bytes(file, image_find(&expected->after, file->name))) continue;
        return wrong(why, "%s is not what it should be", file->name);
    }
    for (size_t i = 0; i < expected->after.count; i++) {
        const char *name = expected->after.files[i].name;
        if (!image_find(found, name)) return wrong(why, "%s is missing", name);
    }
    return true;
}

static bool names_reason(enum fault_kind kind, const char *sentence) {
    for (size_t i = 0; i < 3 && reasons[kind][i]; i++) {
        if (strstr(sentence, reasons[kind][i])) return true;
    }
    return false;
}

static bool check_sentence(const struct expected *expected, const struct image_file *err,
                           const struct fault *fault, char why[WHY_SIZE]) {
    const char *line_end = memchr(err->bytes, '\n', err->size);
    if (strncmp(err->bytes, "attnlearn: ", 11) != 0 || err->size < 24) {
        return wrong(why, "there is no sentence: %s", err->bytes);
    }
    if (line_end != err->bytes + err->size - 1)
        return wrong(why, "more than one line: %s", err->bytes);
    if (names_reason(fault->kind, err->bytes)) return true;
    if (expected->trial->status && image_same_bytes(err, &expected->err)) return true;
    return wrong(why, "the sentence does not tell the reason: %s", err->bytes);
}

/* What the program refused to do. */
static bool check_refused(const struct expected *expected, const struct fault *fault,
                          const struct image *found, const struct image_file *out,
                          const struct image_file *err, char why[WHY_SIZE]) {
    if (!check_sentence(expected, err, fault, why)) return false;
    if (out->size > expected->out.size || memcmp(out->bytes, expected->out.bytes, out->size) != 0) {
        return wrong(why, "standard output is not what it should be:\n%s", out->bytes);
    }
    return check_old_or_new(expected, found, fault, why);
}

static bool check_harmless(const struct expected *expected, const struct fault *fault,
                           const struct image *found, const struct image_file *out,
                           const struct image_file *err, char why[WHY_SIZE]) {
    if (!image_same_bytes(out, &expected->out)) {
        return wrong(why, "standard output is not what it should be:\n%s", out->bytes);
    }
    if (!image_same_bytes(err, &expected->err)) return wrong(why, "a message: %s", err->bytes);
    return check_all_new(expected, found, fault, why);
}

/* What was interrupted goes on, and ends as if it had not been. */
static bool check_again(const struct place *place, const struct expected *expected,
                        const struct fault *fault, const char *words, char why[WHY_SIZE]) {
    if (!words) return true;
    int status = run_words(place, words, NULL);
    struct image_file err = read_messages(place);
    struct image found = image_read(place->work);
    int wanted = words == expected->trial->words ? expected->trial->status : 0;
    bool good = status == wanted ? check_all_new(expected, &found, fault, why)
                                 : wrong(why, "status %d: %s", status, err.bytes);
    image_free(&found);
    free(err.bytes);
    if (good) return true;
    char inner[WHY_SIZE];
    snprintf(inner, sizeof inner, "%s", why);
    return wrong(why, "it does not go on well: %.1800s", inner);
}

/* What was killed is done again where it cannot go on. */
static bool check_killed(const struct place *place, const struct expected *expected,
                         const struct fault *fault, const struct image *found, char why[WHY_SIZE]) {
    const struct trial *trial = expected->trial;
    return check_old_or_new(expected, found, fault, why) &&
           check_again(place, expected, fault, trial->again ? trial->again : trial->words, why);
}

bool judge(const struct place *place, const struct expected *expected, const struct fault *fault,
           int status, struct score *score, char why[WHY_SIZE]) {
    struct image_file out = image_read_file(place->out), err = read_messages(place);
    struct image found = image_read(place->work);
    long blocks = place->tally->blocks, files = place->tally->files, early = place->tally->early;
    bool usual = status == expected->trial->status && image_same_bytes(&err, &expected->err), good;
    if (status == 128 + SIGKILL && fault_kills(fault)) {
        good = check_killed(place, expected, fault, &found, why);
    } else if (blocks || files) {
        good = wrong(why, "%ld blocks of memory and %ld files are not given back", blocks, files);
    } else if (early) {
        good = wrong(why, "%ld files were renamed before they were on disk", early);
    } else if (usual && place->tally->cut_short) {
        good = wrong(why, "nothing is said of a file that could not be closed");
    } else if (usual) {
        good = check_harmless(expected, fault, &found, &out, &err, why);
    } else if (status == 1) {
        good = check_refused(expected, fault, &found, &out, &err, why) &&
               check_again(place, expected, fault, expected->trial->again, why);
    } else {
        good = wrong(why, "status %d: %.1500s", status, err.bytes);
    }
    score->harmless += good && usual;
    score->refused += good && !usual;
    score->failed += !good;
    image_free(&found);
    free(out.bytes);
    free(err.bytes);
    return good;
}
