/* The settings that a sweep can vary: those of task, model and training, but a few. */
#ifndef COMMAND_SWEEP_KEYS_H
#define COMMAND_SWEEP_KEYS_H

#include "command/settings.h"

/* Whether --vary can go through that setting. */
bool sweep_key_can_vary(const struct setting *setting);

/* Sets *setting to that of "KEY=V1,V2". STATUS_USAGE where there is no '=', no such setting, or one that
 * cannot vary, with the nearest key or the way it varies instead. */
bool sweep_key_find(const char *text, const struct setting **setting, struct error *error);

#endif
