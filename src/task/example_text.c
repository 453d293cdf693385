/* Examples as people write them: see example_text.h. */
#include "task/example_text.h"

#include "base/number.h"
#include "task/letter.h"

#include <string.h>

enum { PAIR_SIZE = 32 };

/* Copies the next blank-separated word; a longer one than any pair is cut and ends in "...", so
 * that it is none. Returns what follows it. */
static const char *next_word(const char *at, char word[PAIR_SIZE]) {
    size_t length = strcspn(at, " \t");
    if (length < PAIR_SIZE) {
        memcpy(word, at, length);
        word[length] = '\0';
    } else {
        memcpy(word, at, PAIR_SIZE - 4);
        memcpy(word + PAIR_SIZE - 4, "...", 4);
    }
    return at + length;
}

static bool letter_in_task(const struct task *task, const char *word, uint32_t letter,
                           struct error *error) {
    if (letter < task->letters) return true;
    char last[LETTER_SIZE];
    return error_set(error, STATUS_FAILED, "'%s': the letters go from a to %s", word,
                     letter_name((uint32_t)task->letters - 1, last));
}

static bool parse_pair(const struct task *task, const char *word, uint32_t *letter, uint32_t *digit,
                       struct error *error) {
    size_t length = letter_parse(word, letter);
    uint64_t number;
    if (!length || !word[length] || strspn(word + length, "0123456789") != strlen(word + length)) {
        return error_set(error, STATUS_FAILED,
                         "'%s' is not a pair: a small letter and a digit, like c7", word);
    }
    if (!letter_in_task(task, word, *letter, error)) return false;
    if (!number_unsigned(word + length, 0, task->digits - 1, &number, NULL)) {
        return error_set(error, STATUS_FAILED, "'%s': the digits go from 0 to %zu", word,
                         task->digits - 1);
    }
    *digit = (uint32_t)number;
    return true;
}

/* The position of the letter among the pairs, or count. */
static size_t find_letter(const struct example *example, uint32_t letter) {
    size_t i = 0;
    while (i < example->count && example->letters[i] != letter) i++;
    return i;
}

static bool add_pair(const struct task *task, const char *word, struct example *example,
                     struct error *error) {
    uint32_t letter = 0, digit = 0;
    char name[LETTER_SIZE];
    if (!parse_pair(task, word, &letter, &digit, error)) return false;
    if (find_letter(example, letter) < example->count) {
        return error_set(error, STATUS_FAILED,
                         "the letter %s stands twice: each letter has one digit",
                         letter_name(letter, name));
    }
    if (example->count == task->pairs) {
        return error_set(error, STATUS_FAILED, "there are more than %zu pairs", task->pairs);
    }
    example->letters[example->count] = letter;
    example->digits[example->count++] = digit;
    return true;
}

static bool parse_query(const struct task *task, const char *query, struct example *example,
                        struct error *error) {
    uint32_t letter;
    char quote[ERROR_QUOTE_SIZE];
    size_t length = letter_parse(query, &letter);
    if (!length || query[length]) {
        return error_set(error, STATUS_FAILED, "the query '%s' is not a small letter",
                         error_quote(query, quote));
    }
    if (!letter_in_task(task, query, letter, error)) return false;
    example->query = find_letter(example, letter);
    if (example->query < example->count) return true;
    return error_set(error, STATUS_FAILED, "the query '%s' is not among the letters of the pairs",
                     query);
}

bool example_parse(const struct task *task, const char *pairs, const char *query,
                   struct example *example, struct error *error) {
    example->count = 0;
    for (const char *at = pairs + strspn(pairs, " \t"); *at; at += strspn(at, " \t")) {
        char word[PAIR_SIZE];
        at = next_word(at, word);
        if (!add_pair(task, word, example, error)) return false;
    }
    if (!example->count) return error_set(error, STATUS_FAILED, "there are no pairs");
    return parse_query(task, query, example, error);
}

void example_pairs_text(struct text *text, const struct example *example) {
    char name[LETTER_SIZE];
    for (size_t i = 0; i < example->count; i++) {
        text_format(text, "%s%s%u", i ? " " : "", letter_name(example->letters[i], name),
                    (unsigned)example->digits[i]);
    }
}

char *example_query_name(const struct example *example, char name[LETTER_SIZE]) {
    return letter_name(example->letters[example->query], name);
}
