/* demo: the list of lessons, and what all lessons have in common. */
#include "command/command.h"
#include "command/demo/demo.h"
#include "support.h"
#include "support_demo.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

Test(demo, alone_lists_every_lesson_with_a_line) {
    char *list = demo_page("%s", "");
    for (size_t i = 0; lessons[i]; i++) {
        char name[64];
        snprintf(name, sizeof name, "\n  %s ", lessons[i]->name);
        const char *row = strstr(list, name);
        cr_assert(row, "%s", lessons[i]->name);
        const char *summary = strstr(row, lessons[i]->summary);
        cr_expect(summary && summary < strchr(row + 1, '\n'), "%s", lessons[i]->name);
    }
    free(list);
}

/* Fails where a line of the page is wider than 80 columns, which are characters of UTF-8. */
static void expect_narrow(const char *page, const char *name) {
    size_t columns = 0;
    for (const char *at = page; *at; at++) {
        columns = *at == '\n' ? 0 : columns + (((unsigned char)*at & 0xc0) != 0x80);
        cr_expect(columns != 81, "%s: a line is too wide: ...%.40s", name, at - 40);
    }
}

static void expect_parts(const char *page, const char *name) {
    static const char *const parts[] = {"\nWhat is claimed\n", "\nThe formula\n",
                                        "\nThe numbers, computed now\n", "\nWhat to look at\n"};
    const char *at = page;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        cr_assert(at, "%s: no '%s' in its place", name, parts[i]);
    }
}

/* Seconds that the processor worked for the commands so far: what others do here does not count. */
static double worked(void) {
    struct rusage usage;
    cr_assert_eq(getrusage(RUSAGE_CHILDREN, &usage), 0);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

Test(demo, every_lesson_is_whole_quick_and_the_same_each_time) {
    for (size_t i = 0; lessons[i]; i++) {
        const char *name = lessons[i]->name;
        double start = worked();
        char *first = demo_page("%s", name);
        double seconds = worked() - start;
        char *second = demo_page("%s", name);
        cr_expect(seconds < 2 * SLOWNESS, "%s took %.2f seconds", name, seconds);
        cr_expect_str_eq(first, second, "%s: two runs differ", name);
        expect_parts(first, name);
        expect_narrow(first, name);
        free(first);
        free(second);
    }
}

Test(demo, every_lesson_is_ascii_where_the_locale_is) {
    for (size_t i = 0; lessons[i]; i++) {
        struct outcome outcome = run("LC_ALL=C attnlearn demo %s", lessons[i]->name);
        cr_expect_eq(outcome.status, 0);
        for (size_t c = 0; c < outcome.out_size; c++) {
            cr_assert((unsigned char)outcome.out[c] < 128, "%s: %s", lessons[i]->name,
                      outcome.out + c);
        }
        outcome_free(&outcome);
    }
}

/* An option that one lesson takes is refused by those that do not, by its name. */
Test(demo, every_option_belongs_to_some_lesson_and_is_refused_by_the_others) {
    for (size_t o = 0; command_demo.options[o]; o++) {

        const char *option = command_demo.options[o];
        const struct setting *setting = setting_find(option);
        uint64_t value = setting->kind == SETTING_UNSIGNED ? setting->least : 1;

        size_t takers = 0;
        for (size_t i = 0; lessons[i]; i++) {
            char command[128], words[128];
            bool takes = lesson_takes(lessons[i], option);
            takers += takes;
            snprintf(command, sizeof command, "attnlearn demo %s --%s=%" PRIu64, lessons[i]->name,
                     option, value);
            snprintf(words, sizeof words, "the lesson %s does not take --%s", lessons[i]->name,
                     option);
            if (!takes) assert_refused(2, words, command);
        }
        cr_expect(takers > 0, "no lesson takes --%s", option);
    }
}

Test(demo, the_command_takes_every_option_of_a_lesson) {
    for (size_t i = 0; lessons[i]; i++) {
        for (size_t o = 0; lessons[i]->options && lessons[i]->options[o][0]; o++) {
            const struct setting *setting =
                command_setting(&command_demo, lessons[i]->options[o][0]);
            cr_assert(setting, "%s: --%s", lessons[i]->name, lessons[i]->options[o][0]);
        }
    }
}

Test(demo, what_it_cannot_give_is_refused) {
    assert_refused(2, "unknown lesson 'dictionry': did you mean 'dictionary'?",
                   "attnlearn demo dictionry");
    assert_refused(2, "unknown lesson 'zzzzzzzzz': attnlearn demo lists the lessons",
                   "attnlearn demo zzzzzzzzz");
    assert_refused(2, "--query belongs to a lesson", "attnlearn demo --query 1,2");
    assert_refused(2, "demo does not take the argument 'b'", "attnlearn demo dictionary b");
    assert_refused(2, "demo has no option '--steps'", "attnlearn demo dictionary --steps 3");
}
