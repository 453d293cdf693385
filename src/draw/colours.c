/* Colours for numbers: see colours.h. */
#include "draw/colours.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

/* Every 15th of the 256 published colours, in units of 1e-5. */
static const struct colour viridis[] = {
    {26700, 487, 32942},   {28192, 8967, 41242},  {28025, 16569, 47650}, {26366, 23763, 51876},
    {23744, 30520, 54192}, {20862, 36775, 55267}, {18226, 42618, 55712}, {15919, 48224, 55807},
    {13777, 53749, 55491}, {12115, 59274, 54464}, {12809, 64775, 52349}, {18065, 70140, 48819},
    {27415, 75199, 43660}, {39517, 79748, 36776}, {53562, 83578, 28191}, {68894, 86545, 18272},
    {84556, 88732, 9970},  {99325, 90616, 14394},
};

static const struct colour two_sided[] = {
    {0, 24000, 42000},     {16000, 52000, 74000}, {62000, 80000, 90000}, {100000, 100000, 100000},
    {97000, 79000, 64000}, {85000, 46000, 16000}, {52000, 20000, 0},
};

/* A part between two numbers in units of 1e-5, as a byte. */
static int mix(int from, int to, double part) {
    return (int)floor((from + part * (to - from)) * 255e-5 + 0.5);
}

static struct colour interpolate(const struct colour *anchors, size_t count, double fraction) {
    double at = fmin(fmax(fraction, 0), 1) * (double)(count - 1);
    size_t i = at < (double)(count - 2) ? (size_t)at : count - 2;
    double part = at - (double)i;
    const struct colour *from = &anchors[i], *to = from + 1;
    return (struct colour){mix(from->red, to->red, part), mix(from->green, to->green, part),
                           mix(from->blue, to->blue, part)};
}

struct colour colours_viridis(double fraction) {
    return interpolate(viridis, sizeof viridis / sizeof *viridis, fraction);
}

struct colour colours_two_sided(double fraction) {
    return interpolate(two_sided, sizeof two_sided / sizeof *two_sided, fraction);
}

/* A byte of sRGB as light, 0..1. The standard's power of 2.4 behind a straight start is
 * x (x (0.305306 x + 0.682171) + 0.012523) to within 0.002. */
static double light(int byte) {
    double x = byte / 255.0;
    return x * (x * (0.305306 * x + 0.682171) + 0.012523);
}

bool colour_is_dark(struct colour colour) {
    return 0.2126 * light(colour.red) + 0.7152 * light(colour.green) + 0.0722 * light(colour.blue) <
           0.179;
}

/* The nearest of the cube's levels 0, 95, 135, 175, 215, 255. */
static int cube_level(int byte) {
    return byte < 48 ? 0 : byte < 115 ? 1 : (byte - 35) / 40;
}

int colour_of_256(struct colour colour) {
    return 16 + 36 * cube_level(colour.red) + 6 * cube_level(colour.green) +
           cube_level(colour.blue);
}
