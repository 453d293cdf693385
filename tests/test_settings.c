/* Values of settings: what is out of range or not a value is refused by name, for every setting of
 * the table. */
#include "command/command.h"
#include "support.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The first command that takes a setting. */
static const char *taker(const struct setting *setting) {
    size_t c = 0;
    while (commands[c] && !command_takes(commands[c], setting)) c++;
    cr_assert(commands[c], "no command takes --%s", setting->name);
    return commands[c]->name;
}

/* --NAME=VALUE is wrong usage, and the message is "--NAME: " and `words`, perhaps with more. */
static void expect_refused(const struct setting *setting, const char *value, const char *words) {
    char command[256], message[256];
    snprintf(command, sizeof command, "attnlearn %s --%s='%s'", taker(setting), setting->name,
             value);
    snprintf(message, sizeof message, "attnlearn: --%s: %s", setting->name, words);
    assert_refused(2, message, command);
}

/* The message quotes the value. */
static void expect_fault(const struct setting *setting, const char *value, const char *fault) {
    char words[128];
    snprintf(words, sizeof words, "'%s' %s", value, fault);
    expect_refused(setting, value, words);
}

Test(settings, an_unsigned_refuses_what_is_no_number) {
    static const char *const wrong[] = {"nan", "1e400", " 1",   "1 ", "1x",
                                        "-1",  "+1",    "0x10", "1.0"};
    for (size_t i = 0; i < settings_count; i++) {
        if (settings_table[i].kind != SETTING_UNSIGNED) continue;
        expect_refused(&settings_table[i], "", "a whole number is missing");
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            expect_fault(&settings_table[i], wrong[w], "is not a whole number");
        }
    }
}

Test(settings, an_unsigned_refuses_what_is_out_of_range) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char below[32], above[32];
        if (setting->kind != SETTING_UNSIGNED) continue;
        snprintf(below, sizeof below, "%" PRIu64, setting->least - 1);
        snprintf(above, sizeof above, "%" PRIu64, setting->most + 1);
        if (setting->least > 0) expect_refused(setting, below, "it must be from");
        if (setting->most < UINT64_MAX) expect_refused(setting, above, "it must be from");
        expect_refused(setting, "18446744073709551658", "it must be from");
    }
}

Test(settings, a_real_refuses_what_is_no_number) {
    static const char *const wrong[] = {"nan", "inf", "-inf", " 1",   "1 ",    "1x",    "1,5",
                                        ".",   "1e",  "--1",  "1..2", "1e5.5", "0x1p3", "1_0"};
    for (size_t i = 0; i < settings_count; i++) {
        if (settings_table[i].kind != SETTING_REAL) continue;
        expect_refused(&settings_table[i], "", "a number is missing");
        expect_fault(&settings_table[i], "1e400", "is too large for a number");
        for (size_t w = 0; w < sizeof wrong / sizeof *wrong; w++) {
            expect_fault(&settings_table[i], wrong[w], "is not a number");
        }
    }
}

Test(settings, a_real_refuses_what_is_out_of_range) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char below[32], above[32];
        if (setting->kind != SETTING_REAL) continue;
        snprintf(below, sizeof below, "%.17g", setting->min - 1e-9);
        snprintf(above, sizeof above, "%.17g", setting->max * 1.0000001);
        expect_refused(setting, below, "it must be from");
        expect_refused(setting, above, "it must be from");
    }
}

/* The ends of a range are in it: the configuration shows what was said. */
static void expect_taken(const struct setting *setting, const char *value) {
    char line[96];
    struct outcome outcome = run("attnlearn train --%s '%s' --print-config", setting->name, value);
    snprintf(line, sizeof line, "\n%s = %s\n", setting->name, value);
    cr_expect_eq(outcome.status, 0, "--%s %s: %s", setting->name, value, outcome.err);
    cr_expect(strstr(outcome.out, line), "--%s %s: %s", setting->name, value, outcome.out);
    outcome_free(&outcome);
}

Test(settings, the_ends_of_a_range_are_in_it) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char end[32];
        if (setting->kind != SETTING_UNSIGNED || setting->section == SECTION_NONE) continue;
        snprintf(end, sizeof end, "%" PRIu64, setting->least);
        expect_taken(setting, end);
        snprintf(end, sizeof end, "%" PRIu64, setting->most);
        expect_taken(setting, end);
    }
    expect_taken(setting_find("lr"), "1000");
    expect_taken(setting_find("lr"), "0");
    expect_taken(setting_find("momentum"), "0.9999");
}

Test(settings, a_misspelt_choice_suggests_the_right_one) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        for (size_t c = 0; setting->choice && setting->choice(c); c++) {
            char typed[64], words[160];
            snprintf(typed, sizeof typed, "%sx", setting->choice(c));
            snprintf(words, sizeof words, "unknown choice '%s': did you mean '%s'?", typed,
                     setting->choice(c));
            expect_refused(setting, typed, words);
        }
    }
}

Test(settings, a_choice_far_from_all_lists_them) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        struct text words = {0};
        if (!setting->choice) continue;
        text_string(&words, "unknown choice 'zzzzzzzz': it must be ");
        for (size_t c = 0; setting->choice(c); c++) {
            const char *between = !c ? "" : setting->choice(c + 1) ? ", " : " or ";
            text_format(&words, "%s%s", between, setting->choice(c));
        }
        expect_refused(setting, "zzzzzzzz", words.data);
        expect_refused(setting, "", "unknown choice ''");
        text_free(&words);
    }
}

Test(settings, the_list_of_models_is_strict) {
    const struct setting *model = setting_find("model");
    expect_refused(model, "attention,avrage", "unknown choice 'avrage': did you mean 'average'?");
    expect_refused(model, "mlp,attention,mlp", "'mlp' stands twice");
    expect_refused(model, "attention,", "unknown choice ''");
    expect_refused(model, ",attention", "unknown choice ''");
    expect_refused(model, "attention, mlp", "unknown choice ' mlp'");
    expect_refused(model, "attention;mlp", "unknown choice");
    expect_taken(model, "mlp,average,attention");
}

Test(settings, a_file_has_a_name_that_a_configuration_can_say) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        if (setting->kind != SETTING_TEXT) continue;
        expect_refused(setting, "", "its value is empty");
        expect_fault(setting, " x", "begins or ends with a blank");
        expect_refused(setting, "x\t", "'x?' begins or ends with a blank");
        expect_refused(setting, "x\nseed = 3",
                       "'x?seed = 3' begins or ends with a blank, or holds a line");
    }
}

Test(settings, an_option_that_lacks_its_value_is_refused) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char command[128], words[96];
        if (setting->kind == SETTING_FLAG) continue;
        snprintf(words, sizeof words, "--%s needs a value", setting->name);
        snprintf(command, sizeof command, "attnlearn %s --%s", taker(setting), setting->name);
        assert_refused(2, words, command);
        snprintf(command, sizeof command, "attnlearn %s --%s --help", taker(setting),
                 setting->name);
        assert_refused(2, words, command);
    }
}

Test(settings, a_flag_takes_no_value) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char command[128], words[96];
        if (setting->kind != SETTING_FLAG) continue;
        snprintf(words, sizeof words, "--%s takes no value", setting->name);
        snprintf(command, sizeof command, "attnlearn %s --%s=true", taker(setting), setting->name);
        assert_refused(2, words, command);
        snprintf(command, sizeof command, "attnlearn %s --%s=", taker(setting), setting->name);
        assert_refused(2, words, command);
    }
}

Test(settings, a_misspelt_option_suggests_the_right_one) {
    for (size_t i = 0; i < settings_count; i++) {
        const struct setting *setting = &settings_table[i];
        char command[128], words[96];
        snprintf(words, sizeof words, "did you mean '--%s'?", setting->name);
        snprintf(command, sizeof command, "attnlearn %s --%sx=1", taker(setting), setting->name);
        assert_refused(2, words, command);
    }
}
