/* What stays from one part of a shell to the next: its directory, its environment and its variables. Each part is a /bin/sh of
 * its own, which gets them before the part and writes them down behind it. */
#ifndef ATESOR_REPEAT_SHELL_H
#define ATESOR_REPEAT_SHELL_H

#include "argv.h"
#include "replay.h"

struct at_repeat_shell {
	char *directory;                /* absolute */
	struct at_argv environment;     /* NAME=value */
	struct at_argv variables;       /* NAME=value, the shell's own */
};

/* What `sh -c` gets, allocated: the variables so far, the part, and for one that changes something a trap that writes to the
 * file `state` at the end: the directory, the variables and the environment, each with a NUL behind it, and an empty one between
 * the last two. */
char *at_repeat_script(const struct at_repeat_shell *shell, const struct at_replay_part *part, const char *state);

/* Takes over what the part's shell left in `state`, and removes it. A part that replaced its shell (exec) left nothing: then
 * nothing changes. 0, or -1 after a message: the directory is not below `tree` (absolute). */
int at_repeat_take(struct at_repeat_shell *shell, const char *state, const char *tree);

void at_repeat_shell_free(struct at_repeat_shell *shell);

#endif
