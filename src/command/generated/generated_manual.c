/* The manual page: see generated.h. */
#include "command/generated/generated.h"
#include "command/option_text.h"
#include "version.h"

#include <string.h>

static const char description[] =
    "The task is the smallest honest one that shows how attention learns where to look: pairs of "
    "a\n"
    "letter and a digit, a query letter, and the answer is its digit. Attention, with its "
    "backward\n"
    "pass written by hand, is trained against uniform averaging and a fully connected net, beside\n"
    "the exact losses that predictors without the query can reach. The same seed gives the same\n"
    "bytes on every machine. Results go to standard output, progress and messages to standard\n"
    "error; the file name - is standard input or output.\n";

static const char rest[] =
    ".SH FILES\n"
    "A configuration, for \\-\\-config, has sections [task], [model], [training] and [output], "
    "whose\n"
    "keys are the long options\\(aq names. A run folder of train \\-\\-out holds config.ini, "
    "curves.csv,\n"
    "curves.svg, a model (safetensors) for each of \\-\\-model, the state that \\-\\-resume goes "
    "on\n"
    "from, and with \\-\\-snapshots the weights of some moments as "
    "snapshots/MODEL\\-STEP.safetensors.\n"
    ".PP\n"
    "Examples of configurations and data are installed under share/attnlearn beside the "
    "program\\(aqs\n"
    "own folder. A file configs/NAME or data/NAME that is to be read and is not there is read "
    "from\n"
    "that folder, and the program says so; attnlearn \\-\\-version names it.\n"
    ".SH ENVIRONMENT\n"
    ".TP\n"
    ".B LC_ALL, LC_CTYPE, LANG\n"
    "Pictures in the terminal are Unicode where the locale is UTF\\-8, else ASCII. Nothing else\n"
    "depends on the locale.\n"
    ".TP\n"
    ".B COLUMNS\n"
    "How wide pictures may be; else the terminal says so, else 80.\n"
    ".TP\n"
    ".B NO_COLOR, TERM\n"
    "There are no colours where NO_COLOR is set, TERM is dumb or missing, or the output is no\n"
    "terminal.\n"
    ".TP\n"
    ".B ATTNLEARN_KERNEL\n"
    "The kernel of the fast engine, of those that attnlearn \\-\\-version lists; all compute the\n"
    "same bits.\n"
    ".SH EXIT STATUS\n"
    ".TP\n"
    ".B 0\n"
    "Done.\n"
    ".TP\n"
    ".B 1\n"
    "The work failed: a bad file, a full disk, a number that is not finite, a check not passed.\n"
    ".TP\n"
    ".B 2\n"
    "The command line or the configuration is wrong.\n"
    ".PP\n"
    "A run that a signal interrupts saves what it has and ends by that signal.\n";

/* The bytes as roff takes them in running text. */
static void append_bytes(struct text *text, const char *bytes, size_t length) {
    if (length && strchr(".'", bytes[0])) text_string(text, "\\&");
    for (size_t i = 0; i < length; i++) {
        const char *special = bytes[i] == '\\' ? "\\e" : bytes[i] == '-' ? "\\-" : NULL;
        if (bytes[i] == '\'') special = "\\(aq";
        if (bytes[i] == '^') special = "\\(ha";
        if (bytes[i] == '~') special = "\\(ti";
        text_append(text, special ? special : bytes + i, special ? strlen(special) : 1);
    }
}

static void append_words(struct text *text, const char *words) {
    append_bytes(text, words, strlen(words));
}

/* Lines that begin with a blank stand as they are, two columns further left; others are filled. */
static void append_more(struct text *text, const char *more) {
    bool kept = false;
    text_string(text, ".PP\n");
    while (*more) {
        size_t length = strcspn(more, "\n");
        bool keeps = more[0] == ' ';
        if (keeps != kept && length) text_string(text, keeps ? ".RS 2\n.nf\n" : ".fi\n.RE\n");
        if (length) kept = keeps;
        size_t blanks = keeps && length > 2 ? 2 : 0;
        if (length) append_bytes(text, more + blanks, length - blanks);
        text_string(text, length ? "\n" : kept ? ".fi\n.RE\n.PP\n" : ".PP\n");
        if (!length) kept = false;
        more += length + (more[length] != '\0');
    }
    if (kept) text_string(text, ".fi\n.RE\n");
}

static void append_command(struct text *text, const struct command *command) {
    text_format(text, ".SS attnlearn %s", command->name);
    if (*command->arguments) {
        text_string(text, " ");
        append_words(text, command->arguments);
    }
    text_string(text, " [options]\n");
    append_words(text, command->summary);
    text_string(text, ".\n.PP\nOptions:");
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (!command_takes(command, setting)) continue;
        text_string(text, "\n\\-\\-");
        append_words(text, setting->name);
    }
    text_string(text, "\n");
    if (command->more) append_more(text, command->more);
}

/* The commands that take it, each with the value it starts from where that is not the one before. */
static void append_takers(struct text *text, const struct setting *setting) {
    struct text before = {0};
    const char *between = "";
    text_string(text, "\nOf");
    for (size_t i = 0; commands[i]; i++) {
        struct text value = {0};
        if (!command_takes(commands[i], setting)) continue;
        option_default_text(&value, commands[i], setting);
        text_format(text, "%s %s", between, commands[i]->name);
        bool same = value.length == before.length &&
                    (!value.length || memcmp(value.data, before.data, value.length) == 0);
        if (!same && value.length) append_words(text, value.data);
        if (!same && !value.length) text_string(text, " (none)");
        text->failed = text->failed || value.failed;
        text_free(&before);
        before = value;
        between = ",";
    }
    text_string(text, ".\n");
    text_free(&before);
}

static void append_option(struct text *text, const struct setting *setting) {
    struct text name = {0}, range = {0};
    option_name_text(&name, setting);
    option_range_text(&range, setting);
    text_string(text, ".TP\n.B ");
    if (name.data) append_words(text, name.data + strspn(name.data, " "));
    text_string(text, "\n");
    append_words(text, setting->help);
    if (range.data) append_words(text, range.data);
    text_string(text, ".");
    if (!(setting->groups & GROUP_COMMON))
        append_takers(text, setting);
    else
        text_string(text, "\n");
    text->failed = text->failed || name.failed || range.failed;
    text_free(&name);
    text_free(&range);
}

static void append_section(struct text *text, enum setting_section section) {
    bool others = section == SECTION_NONE;
    text_format(text, ".SS %s\n", others ? "other options" : setting_section_names[section]);
    for (size_t i = 0; i < settings_count; i++) {
        if (settings_table[i].section == section) append_option(text, &settings_table[i]);
    }
}

void generated_manual(struct text *text) {
    text_format(text, ".TH ATTNLEARN 1 %s \"attnlearn %s\" \"User Commands\"\n", ATTNLEARN_DATE,
                ATTNLEARN_VERSION);
    text_string(text, ".SH NAME\nattnlearn \\- shows how attention learns where to look\n"
                      ".SH SYNOPSIS\n"
                      ".B attnlearn\n.I COMMAND\n[options]\n.br\n"
                      "\\fBattnlearn help\\fR [\\fICOMMAND\\fR]\n.br\n"
                      ".B attnlearn \\-\\-version\n"
                      ".SH DESCRIPTION\n");
    text_string(text, description);
    text_string(text, ".SH COMMANDS\n");
    for (size_t i = 0; commands[i]; i++) append_command(text, commands[i]);
    text_string(text,
                ".SH OPTIONS\nAn option\\(aqs value is its next word, or stands after =; \\-\\- "
                "ends the options.\n");
    for (int section = 0; section <= SECTION_NONE; section++) {
        append_section(text, (enum setting_section)section);
    }
    text_string(text, rest);
}
