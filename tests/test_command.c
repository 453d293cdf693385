/* The words of the command line: commands, options and arguments. */
#include "command/command.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

struct wrong {
    const char *command, *words;
};

static void expect_wrong(const struct wrong *wrongs, size_t count) {
    for (size_t i = 0; i < count; i++) assert_refused(2, wrongs[i].words, wrongs[i].command);
}

#define EXPECT_WRONG(wrongs) expect_wrong(wrongs, sizeof(wrongs) / sizeof *(wrongs))

Test(command, unknown_ones_are_refused_and_near_ones_suggested) {
    static const struct wrong wrongs[] = {
        {"attnlearn", "a command is missing"},
        {"attnlearn trian", "unknown command 'trian': did you mean 'train'?"},
        {"attnlearn evla", "did you mean 'eval'?"},
        {"attnlearn help flor", "did you mean 'floor'?"},
        {"attnlearn Train", "did you mean 'train'?"},
        {"attnlearn ''", "unknown command ''"},
        {"attnlearn zzzzzzzz", "attnlearn --help lists the commands"},
        {"attnlearn help zzzzzzzz", "attnlearn --help lists the commands"},
        {"attnlearn --seed 3 train", "unknown option '--seed': a command comes first"},
        {"attnlearn -q", "a command comes first"},
        {"attnlearn -- train", "a command comes first"},
        {"attnlearn help --seed", "a command comes first"},
        {"attnlearn help train eval", "help does not take the argument 'eval'"},
        {"attnlearn --version train", "--version does not take the argument 'train'"},
    };
    EXPECT_WRONG(wrongs);
}

Test(command, each_misspelt_command_suggests_the_right_one) {
    for (size_t c = 0; commands[c]; c++) {
        char command[64], words[64];
        snprintf(command, sizeof command, "attnlearn %sx --help", commands[c]->name);
        snprintf(words, sizeof words, "did you mean '%s'?", commands[c]->name);
        assert_refused(2, words, command);
    }
}

Test(command, unknown_options_are_refused) {
    static const struct wrong wrongs[] = {
        {"attnlearn train --stpes 3", "train has no option '--stpes': did you mean '--steps'?"},
        {"attnlearn train --stpes=3", "train has no option '--stpes': did you mean '--steps'?"},
        {"attnlearn train --step 3", "did you mean '--steps'?"},
        {"attnlearn train --Steps 3", "did you mean '--steps'?"},
        {"attnlearn train --ste 3", "train has no option '--ste'"},
        {"attnlearn train ---steps 3", "train has no option '---steps'"},
        {"attnlearn train --zzzzzzzz", "attnlearn train --help lists the options"},
        {"attnlearn train --=3", "train has no option '--'"},
        {"attnlearn train -z", "train has no option '-z'"},
        {"attnlearn train -quiet", "takes no value"},
        {"attnlearn train -o x", "train has no option '-o'"},
        {"attnlearn floor --steps 3", "floor has no option '--steps'"},
        {"attnlearn floor -q", "floor has no option '-q'"},
        {"attnlearn train --help --nope", "train has no option '--nope'"},
    };
    EXPECT_WRONG(wrongs);
}

Test(command, no_name_is_long_enough_to_pass_for_another) {
    char command[256], name[128];
    memset(name, 'a', sizeof name);
    name[sizeof name - 1] = '\0';
    snprintf(command, sizeof command, "attnlearn train --seed%s=3", name);
    assert_refused(2, "train has no option '--seedaaa", command);
    snprintf(command, sizeof command, "attnlearn %s", name);
    assert_refused(2, "unknown command", command);
}

Test(command, options_lack_and_are_given_values) {
    static const struct wrong wrongs[] = {
        {"attnlearn train --steps", "--steps needs a value"},
        {"attnlearn train --quiet --steps", "--steps needs a value"},
        {"attnlearn train --steps --lr 3",
         "--steps needs a value, and '--lr' looks like an option"},
        {"attnlearn train --csv --quiet", "--csv needs a value, and '--quiet' looks like"},
        {"attnlearn train --csv --", "--csv needs a value"},
        {"attnlearn generate -o", "-o needs a value"},
        {"attnlearn generate -o --seed 3", "-o needs a value"},
        {"attnlearn train --quiet=true", "--quiet takes no value"},
        {"attnlearn train -qq", "--quiet takes no value"},
        {"attnlearn floor --json=no", "--json takes no value"},
    };
    EXPECT_WRONG(wrongs);
}

Test(command, counts_its_arguments) {
    static const struct wrong wrongs[] = {
        {"attnlearn eval", "eval needs its arguments: attnlearn eval MODEL"},
        {"attnlearn eval a b", "eval does not take the argument 'b'"},
        {"attnlearn ask", "attnlearn ask MODEL PAIRS QUERY"},
        {"attnlearn ask m 'a1 b2'", "attnlearn ask MODEL PAIRS QUERY"},
        {"attnlearn ask m a1 b2 a", "ask does not take the argument 'a'"},
        {"attnlearn train fast", "train does not take the argument 'fast'"},
        {"attnlearn train ''", "train does not take the argument ''"},
        {"attnlearn train -", "train does not take the argument '-'"},
        {"attnlearn floor 6", "floor does not take the argument '6'"},
        {"attnlearn generate 6", "generate does not take the argument '6'"},
        {"attnlearn gradcheck a b", "gradcheck does not take the argument 'b'"},
    };
    EXPECT_WRONG(wrongs);
}

Test(command, two_dashes_end_the_options) {
    static const struct wrong wrongs[] = {
        {"attnlearn train -- --quiet", "train does not take the argument '--quiet'"},
        {"attnlearn floor -- --help", "floor does not take the argument '--help'"},
        {"attnlearn floor -- --", "floor does not take the argument '--'"},
    };
    EXPECT_WRONG(wrongs);
    assert_refused(1, "cannot open --json", "attnlearn eval -- --json");
    assert_refused(1, "cannot open -x", "attnlearn eval -- -x");
}

/* Two commands that both succeed and print the same. */
static void expect_same(const char *a, const char *b) {
    struct outcome first = run("%s", a), second = run("%s", b);
    cr_expect_eq(first.status, 0, "%s: %s", a, first.err);
    cr_expect_eq(second.status, 0, "%s: %s", b, second.err);
    cr_expect(first.out_size > 0, "%s printed nothing", a);
    cr_expect_str_eq(first.out, second.out, "%s and %s", a, b);
    outcome_free(&first);
    outcome_free(&second);
}

Test(command, an_option_may_be_written_in_several_ways) {
    expect_same("attnlearn floor --pairs=4 --digits=5", "attnlearn floor --digits 5 --pairs 4");
    expect_same("attnlearn floor --pairs 4", "attnlearn floor --pairs 9 --pairs 4 --");
    expect_same("attnlearn generate --seed 7 -o -", "attnlearn generate --seed 7");
    expect_same("attnlearn generate -o $T/a && cat $T/a", "attnlearn generate");
    expect_same("attnlearn generate -o$T/a && cat $T/a", "attnlearn generate");
    expect_same("attnlearn generate --output=$T/a && cat $T/a", "attnlearn generate --output -");
}

Test(command, settings_that_contradict_each_other_are_refused) {
    static const struct wrong wrongs[] = {
        {"attnlearn train --pairs 9", "8 letters are too few for 9 pairs"},
        {"attnlearn generate --pairs 9 --letters 8", "say --letters 9 or more"},
        {"attnlearn floor --pairs 9 --letters 8", "8 letters are too few for 9 pairs"},
        {"attnlearn gradcheck --letters 5", "5 letters are too few for 6 pairs"},
        {"attnlearn train --min-pairs 7", "--min-pairs must be from 1 to --pairs, which is 6"},
        {"attnlearn floor --pairs 4 --min-pairs 5", "--min-pairs must be from 1 to --pairs"},
        {"attnlearn train --heads 3", "--heads 3 must divide --width, which is 16"},
        {"attnlearn train --heads 32", "--heads 32 must divide --width"},
        {"attnlearn train --warmup 11 --steps 10", "--warmup is longer than --steps"},
        {"attnlearn train --save $T/m", "--save takes one model"},
        {"attnlearn gradcheck --model attention,mlp", "gradcheck takes one model"},
    };
    EXPECT_WRONG(wrongs);
}

/* Whatever the table says, these make no sense. */
Test(command, settings_without_a_meaning_are_refused) {
    static const struct wrong wrongs[] = {
        {"attnlearn train --lr -0.1", "--lr: it must be from 0 to"},
        {"attnlearn train --momentum 1", "--momentum: it must be from 0 to"},
        {"attnlearn train --weight-decay -1", "--weight-decay: it must be from 0 to"},
        {"attnlearn train --clip -1", "--clip: it must be from 0 to"},
        {"attnlearn train --batch 0", "--batch: it must be from 1 to"},
        {"attnlearn train --eval-every 0", "--eval-every: it must be from 1 to"},
        {"attnlearn train --eval-examples 0", "--eval-examples: it must be from 1 to"},
        {"attnlearn train --threads 0", "--threads: it must be from 1 to"},
        {"attnlearn train --width 0", "--width: it must be from 1 to"},
        {"attnlearn floor --digits 1", "--digits: it must be from 2 to"},
        {"attnlearn floor --pairs 0", "--pairs: it must be from 1 to"},
        {"attnlearn generate --examples 0", "--examples: it must be from 1 to"},
        {"attnlearn gradcheck --tolerance -1", "--tolerance: it must be from 0 to"},
    };
    EXPECT_WRONG(wrongs);
}

Test(command, a_message_never_speaks_to_the_terminal) {
    struct outcome outcome = run("attnlearn \"$(printf 'tr\\033[31m\\007ain')\"");
    cr_expect_eq(outcome.status, 2);
    cr_expect(!strpbrk(outcome.err, "\033\007"), "%s", outcome.err);
    outcome_free(&outcome);
}
