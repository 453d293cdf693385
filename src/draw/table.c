/* Tables: see table.h. */
#include "draw/table.h"

#include "base/memory.h"
#include "draw/columns.h"

#include <stdlib.h>

/* Row 0 is that of the headers. */
static const char *cell_at(const struct table *table, size_t row, size_t column) {
    if (row == 0) return table->columns[column].header;
    return table->cells[(row - 1) * table->column_count + column];
}

static size_t column_width(const struct table *table, size_t column) {
    size_t width = 0;
    for (size_t row = 0; row <= table->row_count; row++) {
        size_t columns = columns_of(cell_at(table, row, column));
        if (columns > width) width = columns;
    }
    return width;
}

static bool has_header(const struct table *table) {
    for (size_t i = 0; i < table->column_count; i++) {
        if (table->columns[i].header) return true;
    }
    return false;
}

static void draw_row(struct text *text, const struct table *table, const size_t *widths,
                     size_t row) {
    size_t from = text->length;
    for (size_t i = 0; i < table->column_count; i++) {
        const char *cell = cell_at(table, row, i);
        text_string(text, i ? "  " : "");
        if (table->columns[i].right) {
            columns_put_right(text, cell, widths[i], true);
        } else {
            columns_put_left(text, cell, widths[i], true);
        }
    }
    columns_trim(text, from);
    text_string(text, "\n");
}

void table_draw(struct text *text, const struct table *table) {
    size_t *widths = memory_take(table->column_count, sizeof *widths, "a table", NULL);
    if (!widths) {
        text->failed = true;
        return;
    }
    for (size_t i = 0; i < table->column_count; i++) widths[i] = column_width(table, i);
    for (size_t row = has_header(table) ? 0 : 1; row <= table->row_count; row++) {
        draw_row(text, table, widths, row);
    }
    free(widths);
}
