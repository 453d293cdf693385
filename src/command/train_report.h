/* What training tells at its end: the curves as a picture, a table, and where each model stands. */
#ifndef COMMAND_TRAIN_REPORT_H
#define COMMAND_TRAIN_REPORT_H

#include "command/history.h"
#include "draw/terminal.h"
#include "train/train.h"

/* Appends all three. */
void train_report(struct text *text, const struct training *training, const struct history *history,
                  struct terminal terminal);

/* Appends the curves as SVG. */
void train_report_svg(struct text *text, const struct training *training,
                      const struct history *history);

#endif
