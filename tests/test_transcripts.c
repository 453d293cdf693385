/* Transcripts: files in tests/transcripts/ of commands and what they print.
 *
 * A line "$ COMMAND" is a command. What follows, up to the next one, is its output, standard output
 * and error together, and where its status is not 0 a last line "[status N]". With RECORD=1 in the
 * environment the files are written anew instead of compared; read the difference before you keep
 * it. */
#include "base/text.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "tests/transcripts"

/* Appends a command and what it prints. */
static void play(struct text *text, const char *command) {
    struct outcome outcome = run("{ %s\n} 2>&1", command);
    text_format(text, "$ %s\n", command);
    text_string(text, outcome.out);
    if (outcome.out_size && outcome.out[outcome.out_size - 1] != '\n') text_string(text, "\n");
    if (outcome.status) text_format(text, "[status %d]\n", outcome.status);
    outcome_free(&outcome);
}

/* The next line that begins with "$ ", or the end. */
static const char *next_command(const char *at) {
    while (*at && strncmp(at, "$ ", 2) != 0) {
        const char *end = strchr(at, '\n');
        at = end ? end + 1 : at + strlen(at);
    }
    return at;
}

/* Appends the transcript of the command in the line at `at`. */
static void play_line(struct text *text, const char *at) {
    char command[1024];
    size_t length = strcspn(at + 2, "\n");
    cr_assert(length < sizeof command, "a command is too long: %.80s", at);
    memcpy(command, at + 2, length);
    command[length] = '\0';
    play(text, command);
}

static void record(const char *path, const struct text *text) {
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(text->data, 1, text->length, file) == text->length, "%s", path);
    cr_assert_eq(fclose(file), 0, "%s", path);
}

static void check_transcript(const char *path) {
    char *expected = read_file(path, NULL);
    cr_assert(expected && next_command(expected) == expected, "%s must begin with '$ '", path);
    struct text recorded = {0};
    for (const char *at = expected, *next; *at; at = next) {
        struct text played = {0};
        next = next_command(strchr(at, '\n') ? strchr(at, '\n') + 1 : at + strlen(at));
        play_line(&played, at);
        bool same = played.length == (size_t)(next - at) && !memcmp(played.data, at, played.length);
        cr_expect(same || getenv("RECORD"), "%s\nexpected\n%.*s\nprinted\n%s", path,
                  (int)(next - at), at, played.data);
        text_append(&recorded, played.data, played.length);
        text_free(&played);
    }
    if (getenv("RECORD")) record(path, &recorded);
    text_free(&recorded);
    free(expected);
}

Test(transcripts, are_what_the_program_prints) {
    DIR *folder = opendir(FOLDER);
    cr_assert(folder);
    size_t count = 0;
    for (struct dirent *entry; (entry = readdir(folder));) {
        char path[300];
        size_t length = strlen(entry->d_name);
        if (length < 5 || strcmp(entry->d_name + length - 4, ".txt") != 0) continue;
        snprintf(path, sizeof path, FOLDER "/%s", entry->d_name);
        check_transcript(path);
        count++;
    }
    closedir(folder);
    cr_expect_gt(count, 0);
}
