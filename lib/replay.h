/* What of a package's build is repeated in a copy of its tree, and what is not and why. Two sources: a text of shell commands,
 * or a recorded recipe (JSON, read by the filter mk/program/recipe.jq: format in atesor-replay(1)), where each command has its own shell.
 *
 * A chain (a && b && c) is taken apart, and what may not be repeated is left out as if it had succeeded; the rest still runs.
 * A chain with || stays one part, without the pieces that may not be repeated. The plan owns its strings. */
#ifndef ATESOR_REPLAY_H
#define ATESOR_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "argv.h"

struct at_replay_part {
	bool repeat;
	char *command;        /* its text, for a shell */
	char *directory;      /* repeated: where it starts, relative to the tree ("." is the tree); else NULL */
	char *reason;         /* not repeated: why; else NULL */
	bool changes;         /* it may change directory, environment or variables for the parts after it */
	struct at_argv variables; /* then: the shell's variables that it and the parts before it name */
	bool fresh;           /* it starts in a new shell: nothing of the parts before it stays */
};

struct at_replay {
	struct at_replay_part *part;
	size_t count, room;
};

/* Adds the parts of one text. `source`: the absolute path of the tree in which they ran, or NULL. */
void at_replay_text(struct at_replay *replay, const char *text, const char *source);

/* Adds the whole text as one part that is not taken apart. */
void at_replay_whole(struct at_replay *replay, const char *text);

/* Adds the commands of a recipe file. `package` and `sandbox` may be NULL if there
 * is only one. 0; or -1 with an allocated `error`. */
int at_replay_recipe(struct at_replay *replay, const char *path, const char *package, const char *sandbox, const char *source,
		char **error);

/* Writes the artifacts of a recipe as JSON Lines: type, path (relative if below `source`), role. 0; or -1 with an allocated
 * `error`. */
int at_replay_artifacts(const char *path, const char *package, const char *sandbox, const char *source, FILE *stream,
		char **error);

/* One JSON object a part: repeat, command, directory or reason. 0, or -1 with errno. */
int at_replay_write(const struct at_replay *replay, FILE *stream);

/* How many parts are repeated. */
size_t at_replay_repeated(const struct at_replay *replay);

void at_replay_free(struct at_replay *replay);

#endif
