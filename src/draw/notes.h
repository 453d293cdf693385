/* Names of levels on their lines, where the curves leave room.
 *
 * A coarse map of the plotting area holds what is drawn in it. A name is tried all along its line,
 * above and below, and stands where it covers least; of equal places it takes the one furthest to
 * the right, above the line. Where it would lie on another level's line or name, it goes further from
 * its own, to the nearest place that is free. Its place is then taken for the next one. */
#ifndef DRAW_NOTES_H
#define DRAW_NOTES_H

#include "draw/canvas.h"
#include "draw/figure.h"

struct notes {
    struct frame frame;   /* of the figure */
    double top;           /* of the map: names may stand so far above the frame */
    struct canvas canvas; /* the map */
};

/* Maps the curves and levels; false where there is no memory. */
bool notes_init(struct notes *notes, const struct figure *figure, const struct frame *frame,
                double headroom);
void notes_free(struct notes *notes);

/* Takes a place for something else: up to x on the right, above the frame. */
void notes_cover_head(struct notes *notes, double x);

/* Where the text of that width and height is best: its lower right corner, `gap` from the line. */
struct place {
    double x, y;
};
struct place notes_place(struct notes *notes, double line, struct place size, double gap);

#endif
