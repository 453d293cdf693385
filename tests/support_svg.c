/* What the tests know of SVG: see support_svg.h. */
#include "support_svg.h"

#include "base/utf8.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool is_entity(const char *at) {
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
    for (size_t i = 0; i < COUNT(entities); i++) {
        if (strncmp(at, entities[i], strlen(entities[i])) == 0) return true;
    }
    return false;
}

/* Characters that XML 1.0 allows, and '&' only in entities. */
static void check_characters(const char *svg) {
    for (size_t left = strlen(svg), length; left; svg += length, left -= length) {
        const unsigned char *b = (const unsigned char *)svg;
        length = utf8_length(svg, left);
        cr_assert(length && (b[0] >= 0x20 || b[0] == '\n') && b[0] != 0x7f);
        cr_assert(!(b[0] == 0xc2 && b[1] < 0xa0) && !(b[0] == 0xef && b[1] == 0xbf && b[2] > 0xbd));
        cr_assert(b[0] != '&' || is_entity(svg), "%.20s", svg);
    }
}

/* Tags are closed in order; returns the end of the tag at `tag`. */
static const char *check_tag(const char *tag, char open[][16], size_t *depth) {
    const char *end = strchr(tag, '>');
    char name[16] = "";
    cr_assert(end && sscanf(tag, tag[1] == '/' ? "</%15[a-z]" : "<%15[a-z]", name) == 1);
    cr_assert(!memchr(tag + 1, '<', (size_t)(end - tag)));
    size_t quotes = 0;
    for (const char *at = tag; at < end; at++) quotes += *at == '"';
    cr_assert(quotes % 2 == 0);
    if (tag[1] == '/') {
        cr_assert(*depth > 0 && strcmp(open[--*depth], name) == 0);
    } else if (end[-1] != '/') {
        cr_assert_lt(*depth, 8);
        memcpy(open[(*depth)++], name, sizeof name);
    }
    return end;
}

static void check_well_formed(const char *svg) {
    char open[8][16];
    size_t depth = 0, tags = 0;
    check_characters(svg);
    for (const char *at = svg; (at = strchr(at, '<')); tags++) at = check_tag(at, open, &depth);
    cr_assert(depth == 0 && tags > 10);
}

/* Every number of the attribute lies in 0..most. A path alternates x and y, or says which; Z ends a
 * piece. */
static void check_numbers(const char *svg, const char *attribute, double most, double most_y) {
    for (const char *at = svg; (at = strstr(at, attribute));) {
        at += strlen(attribute);
        for (size_t i = 0; *at != '"'; i++) {
            char *end;
            if (strchr("MLH", *at)) i = 0;
            if (*at == 'V') i = 1;
            if (strchr("MLHV ", *at)) at++;
            double value = strtod(at, &end);
            cr_assert(end > at && isfinite(value), "%s%.20s", attribute, at);
            cr_assert(value >= 0 && value <= (i % 2 ? most_y : most), "%s %g", attribute, value);
            at = *end == 'Z' ? end + 1 : end;
        }
    }
}

/* Nothing that runs, and nothing that is fetched; the name space is no address. */
static void check_harmless(const char *svg) {
    static const char *const words[] = {"<script", "href",     " id=",   "url(",
                                        "<image",  "<foreign", "<style", " onload"};
    for (size_t i = 0; i < COUNT(words); i++) cr_assert(!strstr(svg, words[i]), "%s", words[i]);
}

void assert_sound_svg(const char *svg) {
    double width, height;
    const char *box = strstr(svg, "viewBox=\"");
    cr_assert(box && sscanf(box, "viewBox=\"0 0 %lf %lf\"", &width, &height) == 2);
    static const char *const across[] = {" x=\"", " x1=\"", " x2=\"", " cx=\"", " width=\""};
    static const char *const down[] = {" y=\"", " y1=\"", " y2=\"", " cy=\"", " height=\""};
    for (size_t i = 0; i < COUNT(across); i++) check_numbers(svg, across[i], width, width);
    for (size_t i = 0; i < COUNT(down); i++) check_numbers(svg, down[i], height, height);
    check_numbers(svg, " d=\"", width, height);
    check_well_formed(svg);
    check_harmless(svg);
}
