/* The list of columns: see plot_columns.h. */
#include "command/plot/plot_columns.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool add_name(struct plot_columns *columns, const char *name, struct error *error) {
    if (!*name) return error_set(error, STATUS_USAGE, "--y: a column's name is missing");
    for (size_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->names[i], name) != 0) continue;
        return error_set(error, STATUS_USAGE, "--y: '%s' stands twice", name);
    }
    if (columns->count == CURVE_RUNS_COLUMNS) {
        return error_set(error, STATUS_USAGE, "--y: at most %d columns", CURVE_RUNS_COLUMNS);
    }
    columns->names[columns->count++] = name;
    return true;
}

bool plot_columns_read(struct plot_columns *columns, const char *list, struct error *error) {
    *columns = (struct plot_columns){.count = 0};
    columns->bytes = memory_take(strlen(list) + 1, 1, "the columns", error);
    if (!columns->bytes) return false;
    bool more = true;
    for (char *name = strcpy(columns->bytes, list); more;) {
        size_t length = strcspn(name, ",");
        more = name[length];
        name[length] = '\0';
        if (!add_name(columns, name, error)) {
            plot_columns_free(columns);
            return false;
        }
        name += length + 1;
    }
    return true;
}

void plot_columns_free(struct plot_columns *columns) {
    free(columns->bytes);
    *columns = (struct plot_columns){.count = 0};
}
