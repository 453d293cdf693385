/* What training tells at its end: the curves as a picture, a table, and where each model stands. */
#ifndef COMMAND_TRAIN_REPORT_H
#define COMMAND_TRAIN_REPORT_H

#include "command/train/history.h"
#include "draw/terminal.h"
#include "train/train.h"

/* Appends all three. */
bool train_report(struct text *text, const struct training *training, const struct history *history,
                  struct terminal terminal, struct error *error);

/* Appends the curves as SVG: what plot draws of their file. */
bool train_report_svg(struct text *text, const struct history *history, struct error *error);

#endif
