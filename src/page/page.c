/* The page: see page.h. */
#include "page/page.h"

#include "base/base64.h"
#include "base/sha256.h"
#include "page/sources.h"

#include <string.h>

/* The lines of a source between the tags of its element, as the browser hashes them. */
static void append_lines(struct text *text, const char *const *lines) {
    for (; *lines; lines++) text_string(text, *lines);
}

/* 'sha256-...': of the lines, and of the newline that page.html has before them. */
static void append_hash(struct text *text, const char *const *lines) {
    struct text content = {0};
    unsigned char digest[SHA256_SIZE];
    text_string(&content, "\n");
    append_lines(&content, lines);
    if (content.failed) {
        text->failed = true;
    } else {
        sha256(content.data, content.length, digest);
    }
    text_free(&content);
    if (text->failed) return;
    text_string(text, "'sha256-");
    base64_append(text, digest, sizeof digest);
    text_string(text, "'");
}

static void append_policy(struct text *text) {
    text_string(text, "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                      "base-uri 'none'; form-action 'none'; script-src ");
    append_hash(text, page_script);
    text_string(text, "; style-src ");
    append_hash(text, page_style);
    text_string(text, "\">\n");
}

static void append_data(struct text *text, const struct text *json) {
    const char *at = json->data ? json->data : "null", *end = at + strlen(at);
    for (const char *mark; (mark = strchr(at, '<')); at = mark + 1) {
        text_append(text, at, (size_t)(mark - at));
        text_string(text, "\\u003c");
    }
    text_append(text, at, (size_t)(end - at));
    text->failed = text->failed || json->failed;
}

void page_append(struct text *text, const struct text *json) {
    for (const char *const *line = page_html; *line; line++) {
        if (strcmp(*line, "<!-- policy -->\n") == 0) {
            append_policy(text);
        } else if (strcmp(*line, "<!-- style -->\n") == 0) {
            append_lines(text, page_style);
        } else if (strcmp(*line, "<!-- script -->\n") == 0) {
            append_lines(text, page_script);
        } else if (strcmp(*line, "<!-- data -->\n") == 0) {
            append_data(text, json);
        } else {
            text_string(text, *line);
        }
    }
}
