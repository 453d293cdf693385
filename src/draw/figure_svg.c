/* A figure as SVG: see figure_svg.h. */
#include "draw/figure_svg.h"

#include "draw/page.h"
#include "draw/svg.h"

#include <stdint.h>

static void describe_series(struct text *text, const struct series *series) {
    size_t last;
    svg_string(text, series->label, SIZE_MAX);
    if (series_last(series, &last)) {
        text_format(text, " ends at %.4g", series->y[last]);
    } else {
        text_string(text, " has no data");
    }
}

/* What is read to those who do not see the picture. */
static void put_description(struct text *text, const struct figure *figure) {
    text_string(text, "<desc>");
    svg_string(text, figure->y_label ? figure->y_label : "y", SIZE_MAX);
    text_string(text, " against ");
    svg_string(text, figure->x_label ? figure->x_label : "x", SIZE_MAX);
    for (size_t s = 0; s < figure->series_count; s++) {
        text_string(text, s ? "; " : ". Curves: ");
        describe_series(text, &figure->series[s]);
    }
    for (size_t l = 0; l < figure->level_count; l++) {
        text_string(text, l ? "; " : ". Levels: ");
        svg_string(text, figure->levels[l].label, SIZE_MAX);
    }
    text_string(text, ".</desc>\n");
}

static void put_head(const struct page *page) {
    text_format(page->text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
                "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n<title>",
                page->width, page->height, page->width, page->height);
    svg_string(page->text, page->figure->title ? page->figure->title : "Figure", SIZE_MAX);
    text_string(page->text, "</title>\n");
    put_description(page->text, page->figure);
    text_format(page->text, "<rect width=\"%.2f\" height=\"%.2f\" fill=\"#ffffff\"/>\n",
                page->width, page->height);
}

static void put_bands(const struct page *page) {
    for (size_t s = 0; s < page->figure->series_count; s++) {
        const struct series *series = &page->figure->series[s];
        if (series->low) svg_band(page->text, &page->frame, series, s, page->bucket);
    }
}

static void put_curves(const struct page *page) {
    text_string(page->text, "<g fill=\"none\" stroke-width=\"2\" stroke-linejoin=\"round\">\n");
    for (size_t s = 0; s < page->figure->series_count; s++) {
        svg_curve(page->text, &page->frame, &page->figure->series[s], s, page->bucket);
    }
    text_string(page->text, "</g>\n");
}

static bool put_page(const struct page *page) {
    put_head(page);
    text_string(page->text, "<g font-family=\"sans-serif\">\n");
    page_put_axes(page);
    page_put_level_lines(page);
    put_bands(page);
    put_curves(page);
    bool done = page_put_level_names(page);
    page_put_names(page);
    text_string(page->text, "</g>\n</svg>\n");
    return done;
}

void figure_draw_svg(struct text *text, const struct figure *figure) {
    struct page page;
    if (!page_init(&page, text, figure) || !put_page(&page)) text->failed = true;
    page_free(&page);
}
