/* Lists of numbers and Jacobians: see demo_list.h. */
#include "command/demo/demo_list.h"

#include "attention/softmax.h"
#include "base/number.h"

#include <stdio.h>

bool demo_list_read(struct demo_list *list, const char *option, const char *text, double min,
                    double max, struct error *error) {
    list->count = 1;
    for (const char *at = text; *at; at++) list->count += *at == ',';
    if (list->count < 2 || list->count > DEMO_LIST_MOST) {
        return error_set(error, STATUS_USAGE,
                         "--%s: '%s' is not 2 to %d numbers with commas between", option, text,
                         DEMO_LIST_MOST);
    }
    if (number_list(text, min, max, list->count, list->numbers, error)) return true;
    return error_prefix(error, "--%s", option);
}

void demo_list_row(struct text *text, const char *name, const double *numbers, size_t count) {
    text_format(text, "  %-8s", name);
    for (size_t i = 0; i < count; i++) text_format(text, "%11.6f", numbers[i]);
    text_string(text, "\n");
}

struct demo_jacobian demo_jacobian(const double *a, size_t count) {
    struct demo_jacobian jacobian = {{{0}}};
    for (size_t i = 0; i < count; i++) softmax_jacobian_row(count, a, i, jacobian.entry[i]);
    return jacobian;
}

void demo_jacobian_text(struct text *text, const struct demo_jacobian *jacobian, size_t count) {
    char name[24];
    text_format(text, "  %-8s", "");
    for (size_t j = 0; j < count; j++) {
        snprintf(name, sizeof name, "ds_%zu", j + 1);
        text_format(text, "%11s", name);
    }
    text_string(text, "\n");
    for (size_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "da_%zu", i + 1);
        demo_list_row(text, name, jacobian->entry[i], count);
    }
}
