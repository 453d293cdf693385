/* Configuration files: read, printed, and refused with file and line. */
#include "command/command.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* What `attnlearn train OPTIONS --print-config` prints; the caller frees it. */
static char *config_of(const char *options) {
    struct outcome outcome = run("attnlearn train %s --print-config", options);
    cr_assert_eq(outcome.status, 0, "train %s: %s", options, outcome.err);
    cr_assert_eq(outcome.err_size, 0, "train %s: %s", options, outcome.err);
    free(outcome.err);
    return outcome.out;
}

static char *config_of_file(const char *content) {
    char options[256];
    snprintf(options, sizeof options, "--config '%s'", write_string("read.ini", content));
    return config_of(options);
}

static void expect_line(const char *config, const char *line) {
    char whole[256];
    snprintf(whole, sizeof whole, "\n%s\n", line);
    cr_expect(strstr(config, whole), "no line '%s' in\n%s", line, config);
}

Test(config, printed_and_read_back_is_the_same) {
    static const char *const options[] = {
        "",
        "--pairs 3 --min-pairs 2 --letters 30 --digits 4",
        "--model mlp,average,attention --score dot --width 8 --heads 2 --hidden 5 --init unit",
        "--steps 0 --batch 1 --optimizer sgd --lr 0.30000000000000004 --momentum 0.1",
        "--lr 1e-300 --weight-decay 123.456789012345 --clip 3.4e38 --schedule cosine --warmup 7",
        "--seed 18446744073709551615 --eval-every 1 --eval-examples 3 --threads 9",
        "--data 'a = b # c; d.csv' --eval-data ';x' --csv - --save '[task]' --out '#' -q",
        "--lr 0.1 --csv \"it's\" --data '=' --momentum 1e-05",
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char *printed = config_of(options[i]), *again = config_of_file(printed);
        cr_expect_str_eq(again, printed, "train %s", options[i]);
        free(printed);
        free(again);
    }
}

/* A value that is not the default, of any kind. */
static void other_value(const struct setting *setting, char value[32]) {
    size_t last = 0;
    while (setting->choice && setting->choice(last + 1)) last++;
    switch (setting->kind) {
    case SETTING_UNSIGNED:
        snprintf(value, 32, "%d", (int)setting->least + 3);
        break;
    case SETTING_CHOICE:
    case SETTING_MODELS:
        snprintf(value, 32, "%s", setting->choice(last));
        break;
    default:
        strcpy(value, setting->kind == SETTING_REAL   ? "0.5"
                      : setting->kind == SETTING_FLAG ? "true"
                                                      : "some file.csv");
    }
}

Test(config, every_key_works_in_a_file_and_is_printed) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char value[32], content[128], line[96];
        if (setting->section == SECTION_NONE) continue;
        other_value(setting, value);
        snprintf(content, sizeof content, "[%s]\n%s = %s\n",
                 setting_section_names[setting->section], setting->name, value);
        snprintf(line, sizeof line, "%s = %s", setting->name, value);
        char *config = config_of_file(content);
        expect_line(config, line);
        free(config);
    }
}

Test(config, shows_every_setting_of_its_sections_once) {
    char *config = config_of("");
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char key[64], comment[64];
        snprintf(key, sizeof key, "\n%s = ", setting->name);
        snprintf(comment, sizeof comment, "\n# %s =", setting->name);
        const char *at = strstr(config, key) ? strstr(config, key) : strstr(config, comment);
        bool expected = setting_find(setting->name)->section != SECTION_NONE;
        cr_expect_eq(at != NULL, expected, "%s", setting->name);
        cr_expect(!at || !strstr(at + 1, key), "%s stands twice", setting->name);
    }
    free(config);
}

static const char plain[] = "[training]\nsteps = 5\nlr = 0.25\n[task]\npairs = 4\n";

Test(config, reads_what_editors_make_of_a_file) {
    static const char *const same[] = {
        "[training]\r\nsteps = 5\r\nlr = 0.25\r\n[task]\r\npairs = 4\r\n",
        "\xef\xbb\xbf[training]\nsteps = 5\nlr = 0.25\n[task]\npairs = 4\n",
        "[training]\nsteps = 5\nlr = 0.25\n[task]\npairs = 4",
        "\xef\xbb\xbf[training]\r\nsteps = 5\r\nlr = 0.25\r\n[task]\r\npairs = 4",
        "; one\n\n [ training ] \n\tsteps=5\n  # two\nlr =\t0.25  \n\n[task]\npairs= 4\n\n",
        "[task]\npairs = 4\n[training]\nlr = 0.25\n[task]\n[training]\nsteps = 5\n",
    };
    char *expected = config_of_file(plain);
    expect_line(expected, "steps = 5");
    expect_line(expected, "lr = 0.25");
    expect_line(expected, "pairs = 4");
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        char *config = config_of_file(same[i]);
        cr_expect_str_eq(config, expected, "file %zu: %s", i, same[i]);
        free(config);
    }
    free(expected);
}

Test(config, an_empty_file_changes_nothing) {
    static const char *const empty[] = {"",       "\n",      "# nothing", "\xef\xbb\xbf",
                                        "[task]", "\r\n\r\n"};
    char *expected = config_of("");
    for (size_t i = 0; i < sizeof empty / sizeof *empty; i++) {
        char *config = config_of_file(empty[i]);
        cr_expect_str_eq(config, expected, "file %zu", i);
        free(config);
    }
    free(expected);
}

Test(config, the_command_line_wins) {
    write_string("read.ini", plain);
    char *after = config_of("--config $T/read.ini --steps 7 --pairs=3");
    char *before = config_of("--steps 7 --pairs 3 --config=$T/read.ini");
    expect_line(after, "steps = 7");
    expect_line(after, "pairs = 3");
    expect_line(after, "lr = 0.25");
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
}

Test(config, may_come_from_standard_input) {
    struct outcome piped =
        run("echo '[task]\npairs = 5' | attnlearn train --config - --print-config");
    cr_expect_eq(piped.status, 0, "%s", piped.err);
    expect_line(piped.out, "pairs = 5");
    outcome_free(&piped);
    assert_refused(2, "standard input:2: pairs: 'x' is not a whole number",
                   "echo '[task]\npairs = x' | attnlearn train --config -");
}
