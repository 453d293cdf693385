/* What the tests of pictures share: see support_picture.h. */
#include "support_picture.h"

#include "base/utf8.h"

#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *const hostile_names[HOSTILE_NAMES] = {
    NULL,
    "",
    "a",
    "é↑漢",
    "\033[2Jclear",
    "tab\tnew\nline",
    "\xff\xc3(",
    "]]> <b> & \"q\" 'p'",
    "\xc2\x9b control, \xef\xbf\xbf none",
    "a name that is much longer than any margin has room for, "
    "and goes on, and on, and on, and on, and on, and on, and on, and on, and on, and on, and on",
};

/* Characters of a line without its colours; fails on a control character. */
static size_t line_width(const char *line, const char *end) {
    size_t width = 0;
    while (line < end) {
        if (*line == '\033') {
            line = memchr(line, 'm', (size_t)(end - line));
            cr_assert_not_null(line);
            line++;
            continue;
        }
        size_t length = utf8_length(line, (size_t)(end - line));
        cr_assert(length && (unsigned char)*line >= 0x20 && *line != 0x7f);
        line += length;
        width++;
    }
    return width;
}

void check_lines(const struct text *text, struct terminal terminal) {
    size_t most = terminal.columns < 20 ? 20 : terminal.columns;
    cr_assert(!text->failed && text->length && text->data[text->length - 1] == '\n');
    for (const char *line = text->data, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        size_t width = line_width(line, end);
        cr_assert(width <= most, "%zu columns of %zu", width, most);
        cr_assert(end == line || end[-1] != ' ', "a blank at the end: %.*s", (int)(end - line),
                  line);
    }
    for (size_t i = 0; i < text->length; i++) {
        cr_assert(terminal.unicode || (unsigned char)text->data[i] < 128);
        cr_assert(terminal.colour || text->data[i] != '\033');
    }
}
