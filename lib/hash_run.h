/* Runs the rows that wait, and fills in what came of each.
 *
 * Every row gets the same environment: the caller's without the variables that rows set or that row sets use, with LC_ALL=C and
 * TZ=UTC0, and on top of it its own settings. stdin is /dev/null. Rows that test how many CPUs there are run alone, one after the
 * other; the rest runs side by side. */
#ifndef ATESOR_HASH_RUN_H
#define ATESOR_HASH_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "hash_row.h"

struct at_hash_run {
	double seconds;                  /* time limit of a row */
	size_t jobs;                     /* rows side by side, at least 1 */
	bool whole;                      /* all of stdout is one output named "stdout", hashed here; else lines (hash_lines.h) */
	const char *threads_variable;
	const volatile int *stop;        /* becomes true: the rows that run are killed, the others stay AT_HASH_WAITING */
};

void at_hash_run(struct at_hash_rows *rows, const struct at_hash_run *settings);

#endif
