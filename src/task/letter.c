/* Letters by name: see letter.h. Names are numbers in base 26 with the digits 1..26. */
#include "task/letter.h"

#include <string.h>

char *letter_name(uint32_t letter, char name[LETTER_SIZE]) {
    char reversed[LETTER_SIZE];
    size_t length = 0;
    for (uint64_t rest = (uint64_t)letter + 1; rest; rest = (rest - 1) / 26) {
        reversed[length++] = (char)('a' + (rest - 1) % 26);
    }
    for (size_t i = 0; i < length; i++) name[i] = reversed[length - 1 - i];
    name[length] = '\0';
    return name;
}

size_t letter_parse(const char *text, uint32_t *letter) {
    uint64_t number = 0;
    size_t length = 0;
    for (; text[length] >= 'a' && text[length] <= 'z'; length++) {
        number = number * 26 + (uint64_t)(text[length] - 'a') + 1;
        if (number > UINT32_MAX) return 0;
    }
    if (length) *letter = (uint32_t)(number - 1);
    return length;
}
