/* May a command that was run in a source tree be run again in a copy of it? Judged by what the command is and by where it
 * would write: package installs, install steps, source control and downloads, changes of the system, and whatever would
 * write outside the tree may not; neither may what cannot be judged. Nothing is run and no file is looked at.
 *
 * A judge follows one shell from part to part: its directory, and the variables whose values are certain. */
#ifndef ATESOR_JUDGE_H
#define ATESOR_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "argv.h"
#include "shelltext.h"

struct at_judge {
	const char *source;         /* absolute path of the tree in which the commands ran, or NULL: not known */
	char *directory, *previous; /* the shell's, relative to the tree ("" is the tree); previous may be NULL */
	const char *lost;           /* why the directory is not in the tree or not known, or NULL */
	bool changes;               /* the last part may change the directory, the environment or variables of the shell */
	bool ends;                  /* the last part surely ends the shell (exit) */
	char *reason;               /* why the last part may not be repeated */
	struct at_argv names, values; /* variables; a value that starts with AT_EXPANSION is not known */
	struct at_argv functions;   /* shell functions that are not repeated */
	unsigned depth, maybe, budget;
};

void at_judge_begin(struct at_judge *judge, const char *source);   /* a new shell in the tree */
void at_judge_end(struct at_judge *judge);

/* True: the part may be repeated, and the judge has followed it. False: see `reason`, and the judge is where a shell is that
 * did not run it. `maybe`: the part runs on a condition (after ||). */
bool at_judge_part(struct at_judge *judge, const struct at_commands *commands, const struct at_part *part, bool maybe);

/* The one plain `cd` that the part is: its argument as a path from the tree, or NULL if it is something else or leads out. */
char *at_judge_cd(struct at_judge *judge, const struct at_commands *commands, const struct at_part *part);

#endif
