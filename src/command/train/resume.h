/* Going on with a run: what it was, and what the command line says otherwise. */
#ifndef COMMAND_RESUME_H
#define COMMAND_RESUME_H

#include "command/command.h"
#include "train/state.h"

struct resumption {
    const char *folder;
    struct settings run;      /* as its config.ini says */
    struct settings settings; /* to go on with */
    const bool *given;        /* [settings_count] on the command line */
    char *config_bytes;       /* of config.ini */
    char *further_bytes;      /* of --config */
    struct text comments;     /* for config.ini: which settings changed at which step */
};

/* Reads the settings of the run in a folder that is locked and holds one. Steps, evaluation
 * interval, threads and the outputs may be new. The task and the models may not, nor, unless it is
 * on the command line, any other setting of a --config: STATUS_USAGE, naming it. */
bool resumption_open(struct resumption *resumption, const struct invocation *invocation,
                     struct error *error);
void resumption_close(struct resumption *resumption);

/* Takes the state of the folder, where there is one, into training that was opened with the
 * settings. */
bool resumption_state(struct resumption *resumption, struct training *training,
                      struct error *error);

#endif
