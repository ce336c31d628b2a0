/* Repeats the parts of a plan in a tree: each by /bin/sh -c in a process group of its own, with a time limit, a log file, and the
 * compiler wrappers first in PATH. Between the parts of one shell the directory, the environment and the shell's variables
 * stay. Ends at the first part that fails, as a script under `set -e` does. */
#ifndef ATESOR_REPEAT_H
#define ATESOR_REPEAT_H

#include <stdint.h>
#include <stdio.h>

#include "replay.h"

struct at_repeat {
	const char *tree, *logs;      /* directories; `logs` is made, older N.log in it are removed */
	const char *wrap;             /* a directory of wrappers, or NULL */
	const char *overrides;        /* for MAKEFLAGS, after "--"; NULL or empty: none */
	const char *include;          /* for MAKEFLAGS, -I; NULL or empty: none */
	const char *epoch;            /* SOURCE_DATE_EPOCH if the environment has none; NULL or empty: none */
	double seconds;               /* the limit of each part; 0: none */
	uint64_t jobs;                /* for MAKEFLAGS, -j; 0: leave it out */
};

/* Writes one JSON object a part that ran: command, directory, exit or signal, timed_out, interrupted, seconds, stragglers, log,
 * first_error. Returns the exit code: 0; 1 a part failed; 3 with a message; 128 + n when signal n asked us to stop. */
int at_repeat_run(const struct at_repeat *repeat, const struct at_replay *replay, FILE *stream);

#endif
