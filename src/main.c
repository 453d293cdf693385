/* attnlearn: how attention learns where to look, on the key-value lookup. */
#include "base/signals.h"
#include "command/command.h"
#include "command/generated/generated.h"
#include "command/output.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static bool print(struct text *text, struct error *error) {
    bool done = output_text("-", text, error);
    text_free(text);
    return done;
}

static bool print_version(struct error *error) {
    struct text text = {0};
    help_version(&text);
    return print(&text, error);
}

static bool print_program_help(struct error *error) {
    struct text text = {0};
    help_program(&text);
    return print(&text, error);
}

static bool print_command_help(const struct command *command, struct error *error) {
    struct text text = {0};
    help_command(&text, command);
    return print(&text, error);
}

static bool print_page(const struct generated_page *page, struct error *error) {
    struct text text = {0};
    page->append(&text);
    return print(&text, error);
}

static bool run_command(const struct command *command, int count, char **words,
                        struct error *error) {
    struct invocation invocation;
    bool done = invocation_read(&invocation, command, count, words, error);
    if (done) {
        done = invocation.settings.help ? print_command_help(command, error)
                                        : command->run(&invocation, error);
    }
    invocation_free(&invocation);
    return done;
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static bool is_version(const char *word) {
    return strcmp(word, "--version") == 0;
}

/* There is a word, and none that help or --version does not take. */
static bool check_words(int count, char **words, struct error *error) {
    if (count < 2) {
        return error_set(error, STATUS_USAGE, "a command is missing: attnlearn --help lists them");
    }
    bool help = strcmp(words[1], "help") == 0, version = is_version(words[1]);
    if ((version && count > 2) || (help && count > 3)) {
        return error_set(error, STATUS_USAGE, "%s does not take the argument '%s'", words[1],
                         words[help ? 3 : 2]);
    }
    return true;
}

static bool run(int count, char **words, struct error *error) {
    if (!check_words(count, words, error) || !help_check_kernel(error)) return false;
    if (is_version(words[1])) return print_version(error);
    bool help = is_help(words[1]);
    if (help && (count == 2 || is_help(words[2]))) return print_program_help(error);
    const char *name = words[help ? 2 : 1];
    const struct generated_page *page = help ? generated_find(name) : NULL;
    if (page) return print_page(page, error);
    if (name[0] == '-') {
        return error_set(error, STATUS_USAGE, "unknown option '%s': a command comes first", name);
    }
    const struct command *command = command_find(name, error);
    if (!command) return false;
    return help ? print_command_help(command, error)
                : run_command(command, count - 2, words + 2, error);
}

/* A standard stream that is closed must not give its number to a file, which would then get what is
 * printed. Reading or writing it still fails. */
static void hold_closed_streams(void) {
    for (int stream = 0; stream < 3; stream++) {
        if (fcntl(stream, F_GETFD) >= 0) continue;
        if (open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY) != stream) return;
    }
}

int main(int count, char **words) {
    struct error error;
    hold_closed_streams();
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that would become too large */
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error with a message like any other */
    if (run(count, words, &error)) return STATUS_DONE;
    fprintf(stderr, "attnlearn: %s\n", error.message);
    signals_end(error.status);
    return (int)error.status;
}
