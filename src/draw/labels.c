/* Labels: see labels.h. */
#include "draw/labels.h"

#include <math.h>

const char *label_note(const struct label *label) {
    return label->is_seen ? "" : " (no data)";
}

void labels_of_series(struct label *labels, const struct figure *figure,
                      const struct frame *frame) {
    for (size_t s = 0; s < figure->series_count; s++) {
        size_t last;
        const struct series *series = &figure->series[s];
        bool seen = series_last(series, &last);
        labels[s] = (struct label){.text = series->label, .index = s, .is_seen = seen};
        labels[s].at = seen ? frame_y(frame, series->y[last]) : frame->bottom;
    }
}

size_t labels_of_levels(struct label *labels, const struct figure *figure,
                        const struct frame *frame) {
    size_t count = 0;
    for (size_t l = 0; l < figure->level_count; l++) {
        const struct level *level = &figure->levels[l];
        if (!isfinite(level->y)) continue;
        labels[count] = (struct label){.text = level->label, .index = l, .is_level = true};
        labels[count].is_seen = true;
        labels[count++].at = frame_y(frame, level->y);
    }
    return count;
}

static void sort_labels(struct label *labels, size_t count) {
    for (size_t i = 1; i < count; i++) {
        struct label label = labels[i];
        size_t to = i;
        for (; to > 0 && labels[to - 1].at > label.at; to--) labels[to] = labels[to - 1];
        labels[to] = label;
    }
}

static double block_mean(const struct label *block) {
    return block->sum / (double)block->members;
}

/* Isotonic regression of at - i*gap by pooling neighbours in the wrong order into blocks that
 * share their mean (Ayer and others 1955). The blocks lie in the first labels; returns how many. */
static size_t pool_blocks(struct label *labels, size_t count, double gap) {
    size_t blocks = 0;
    for (size_t i = 0; i < count; i++) {
        struct label *block = &labels[blocks++];
        block->sum = labels[i].at - (double)i * gap;
        block->members = 1;
        for (; blocks > 1 && block_mean(block - 1) > block_mean(block); block--, blocks--) {
            block[-1].sum += block->sum;
            block[-1].members += block->members;
        }
    }
    return blocks;
}

bool labels_spread(struct label *labels, size_t count, double gap, double low, double high) {
    if (count && (double)(count - 1) * gap > high - low) return false;
    sort_labels(labels, count);
    size_t blocks = pool_blocks(labels, count, gap), i = 0;
    double highest = high - (double)(count ? count - 1 : 0) * gap;
    for (size_t b = 0; b < blocks; b++) {
        double start = fmax(low, fmin(highest, block_mean(&labels[b])));
        for (size_t end = i + labels[b].members; i < end; i++)
            labels[i].at = start + (double)i * gap;
    }
    return true;
}
