/* Configuration files that are wrong: refused with file and line, before anything is made. */
#include "command/command.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* The configuration is refused as wrong usage, with its name, the line and the words. */
static void expect_refused(const char *content, size_t size, size_t line, const char *words) {
    char command[256], message[512];
    const char *path = write_bytes("read.ini", content, size);
    snprintf(command, sizeof command, "attnlearn train --config '%s' --steps 0 --out $T/run", path);
    if (line) {
        snprintf(message, sizeof message, "attnlearn: %s:%zu: %s", path, line, words);
    } else {
        snprintf(message, sizeof message, "attnlearn: %s: %s", path, words);
    }
    assert_refused(2, message, command);
    struct outcome folder = run("test -e $T/run");
    cr_expect_eq(folder.status, 1, "a refused configuration made its run folder");
    outcome_free(&folder);
}

Test(config_faults, faults_are_refused_with_file_and_line) {
    static const struct {
        const char *content;
        size_t line;
        const char *words;
    } faults[] = {
        {"[task]\npairz = 3\n", 2, "unknown key 'pairz': did you mean 'pairs'?"},
        {"[task]\n\n# x\nzzzzzz = 3", 4, "unknown key 'zzzzzz'"},
        {"[task]\nPairs = 3\n", 2, "unknown key 'Pairs': did you mean 'pairs'?"},
        {"[task]\n= 3\n", 2, "unknown key ''"},
        {"[training]\nconfig = x\n", 2, "unknown key 'config'"},
        {"[output]\nforce = true\n", 2, "unknown key 'force'"},
        {"[tsk]\n", 1, "unknown section 'tsk': did you mean 'task'?"},
        {"[zzzzzz]\n", 1, "unknown section 'zzzzzz'"},
        {"[]\n", 1, "unknown section ''"},
        {"[task\n", 1, "a section is written [name]"},
        {"[task] pairs = 3\n", 1, "a section is written [name]"},
        {"pairs = 3\n", 1, "key 'pairs' stands before any section: it belongs to [task]"},
        {"[model]\npairs = 3\n", 2, "key 'pairs' belongs to [task], not to [model]"},
        {"[task]\npairs = 3\npairs = 3\n", 3, "key 'pairs' stands twice, first in line 2"},
        {"[task]\npairs = 3\n[model]\n[task]\npairs = 4\n", 5, "key 'pairs' stands twice"},
        {"[task]\npairs\n", 2, "'pairs' is not key = value"},
        {"[task]\npairs : 3\n", 2, "'pairs : 3' is not key = value"},
        {"[task]\npairs =\n", 2, "pairs: a whole number is missing"},
        {"[task]\npairs = 3 # three\n", 2, "pairs: '3 # three' is not a whole number"},
        {"[task]\r\n\r\npairs = 0\r\n", 3, "pairs: it must be from 1 to"},
        {"[training]\nlr = nan\n", 2, "lr: 'nan' is not a number"},
        {"[training]\noptimizer = adan\n", 2, "optimizer: unknown choice 'adan': did you mean"},
        {"[output]\nquiet = yes\n", 2, "quiet: 'yes' is not true or false"},
        {"[output]\ncsv =\n", 2, "csv: its value is empty"},
        {"\xef\xbb\xbf[task]\r\npairs = x", 2, "pairs: 'x' is not a whole number"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        expect_refused(faults[i].content, strlen(faults[i].content), faults[i].line,
                       faults[i].words);
    }
}

Test(config_faults, a_zero_byte_is_no_text) {
    static const char content[] = "[task]\npairs = 3\0\nletters = 9\n";
    expect_refused(content, sizeof content - 1, 0, "a zero byte");
}

Test(config_faults, every_key_in_a_file_is_as_strict_as_its_option) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char content[128], words[64];
        if (setting->section == SECTION_NONE || setting->kind == SETTING_TEXT) continue;
        snprintf(content, sizeof content, "[%s]\n%s = nan\n",
                 setting_section_names[setting->section], setting->name);
        snprintf(words, sizeof words, "%s: ", setting->name);
        expect_refused(content, strlen(content), 2, words);
    }
}

Test(config_faults, a_file_that_cannot_be_read_is_a_failure) {
    assert_refused(1, "cannot open /nowhere/x.ini: No such file",
                   "attnlearn train --config "
                   "/nowhere/x.ini");
    assert_refused(1, "is a folder, not a file", "attnlearn train --config $T");
    assert_refused(1, "larger than",
                   "head -c 2000000 /dev/zero | tr '\\0' '#' | "
                   "attnlearn train --config -");
}

Test(config_faults, settings_of_a_file_are_checked_like_options) {
    write_string("read.ini", "[task]\npairs = 9\n");
    assert_refused(2, "8 letters are too few for 9 pairs", "attnlearn train --config $T/read.ini");
    write_string("read.ini", "[training]\nsteps = 3\nwarmup = 4\n");
    assert_refused(2, "--warmup is longer than --steps", "attnlearn train --config $T/read.ini");
}
