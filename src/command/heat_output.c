/* Heat maps on their way out: see heat_output.h. */
#include "command/heat_output.h"

#include "command/output.h"

#include <unistd.h>

bool heat_output(const char *path, const struct heat_figure *figure, struct error *error) {
    struct text text = {0};
    if (path) {
        heat_draw_svg(&text, figure);
    } else {
        heat_draw_terminal(&text, figure, terminal_detect(STDOUT_FILENO));
    }
    bool done = output_text(path ? path : "-", &text, error);
    text_free(&text);
    return done;
}

enum heat_scale heat_scale_of(const double *values, size_t count) {
    bool below = false, above = false;
    for (size_t i = 0; values && i < count; i++) {
        below = below || values[i] < 0;
        above = above || values[i] > 0;
    }
    return below && above ? HEAT_SIGNED : HEAT_RANGE;
}
