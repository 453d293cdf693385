/* Styles: see palette.h. */
#include "draw/palette.h"

/* clang-format off */
static const struct style styles[PALETTE_COUNT] = {
    /* name          line       ink        dashes        mark ascii colour */
    {"blue",         "#0072B2", "#00609A", NULL,         "●", '*', 32},
    {"vermillion",   "#D55E00", "#B04D00", "9 2.5 2 2.5","▲", '+', 166},
    {"bluish green", "#009E73", "#007A59", "2 2.5",      "■", 'o', 36},
    {"purple",       "#CC79A7", "#A3517F", "7 2.5",      "◆", 'x', 175},
    {"orange",       "#E69F00", "#966800", "4 2",        "○", '#', 178},
    {"sky blue",     "#56B4E9", "#1F78AB", "12 3",       "△", '@', 74},
    {"black",        "#000000", "#000000", "6 2 1 2 1 2", "□", '%', 135},
};
/* clang-format on */

const struct style *palette_style(size_t index) {
    return &styles[index % PALETTE_COUNT];
}

const char *palette_dashes(size_t index) {
    return styles[(index + index / PALETTE_COUNT) % PALETTE_COUNT].dashes;
}
