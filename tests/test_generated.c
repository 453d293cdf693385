/* Pages made from the tables: nothing of the tables is left out. */
#include "command/generated/generated.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

/* Whether the text holds the word, with no letter of a longer name after it. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++) {
        if (!strchr("abcdefghijklmnopqrstuvwxyz-", at[length]) || !at[length]) return true;
    }
    return false;
}

static char *page_of(const char *option) {
    struct outcome outcome = run("attnlearn help %s", option);
    cr_assert_eq(outcome.status, 0, "%s", outcome.err);
    cr_expect_eq(outcome.err_size, 0, "%s", outcome.err);
    free(outcome.err);
    return outcome.out;
}

/* How each page writes --NAME. */
static const char *const forms[][2] = {
    {"--man", "\\-\\-"}, {"--bash", "--"}, {"--zsh", "--"}, {"--fish", "-l "}};

/* The name as the page writes it: roff has \- for a hyphen that is typed. */
static void written(char *word, size_t size, const char *page, const char *mark, const char *name) {
    size_t used = (size_t)snprintf(word, size, "%s", mark);
    for (; *name && used + 3 < size; name++) {
        if (*name == '-' && strcmp(page, "--man") == 0) word[used++] = '\\';
        word[used++] = *name;
    }
    word[used] = '\0';
}

Test(generated, pages_have_every_command_option_and_choice) {
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        char word[96], *page = page_of(forms[f][0]);
        for (size_t c = 0; commands[c]; c++) {
            cr_expect(has_word(page, commands[c]->name), "%s: %s", forms[f][0], commands[c]->name);
        }
        for (size_t i = 0; i < settings_count; i++) {
            const struct setting *setting = &settings_table[i];
            written(word, sizeof word, forms[f][0], forms[f][1], setting->name);
            cr_expect(has_word(page, word), "%s: %s", forms[f][0], word);
            for (size_t k = 0; setting->choice && setting->choice(k); k++) {
                written(word, sizeof word, forms[f][0], "", setting->choice(k));
                cr_expect(has_word(page, word), "%s: %s", forms[f][0], word);
            }
        }
        free(page);
    }
}

Test(generated, help_of_the_program_names_them) {
    char *help = page_of("");
    for (const struct generated_page *page = generated_pages; page->option; page++) {
        cr_expect(strstr(help, page->option), "%s", page->option);
        cr_expect_eq(generated_find(page->option), page);
    }
    free(help);
    cr_expect_null(generated_find("--csh"));
    assert_refused(2, "unknown option '--csh'", "attnlearn help --csh");
    assert_refused(2, "does not take the argument", "attnlearn help --man --bash");
}
