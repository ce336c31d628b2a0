/* The environment of commands that are repeated: ours without what belongs to the make that started us or to atesor, with the
 * wrappers first in PATH and what the build gets by MAKEFLAGS. A list of NAME=value, owned by the caller. */
#ifndef ATESOR_REPEAT_ENVIRONMENT_H
#define ATESOR_REPEAT_ENVIRONMENT_H

#include "argv.h"
#include "repeat.h"

/* Fills the empty list. `wrap`: the absolute path of the wrappers, without a ':', or NULL. 0, or -1 after a message. */
int at_repeat_environment(const struct at_repeat *repeat, const char *wrap, struct at_argv *environment);

/* Sets a variable, which may be there already. */
void at_repeat_set(struct at_argv *environment, const char *name, const char *value);

#endif
