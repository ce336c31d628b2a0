/* What compilers warned of, from the tags that gcc and clang put at the end of a line: [-Wname], [-Wname=2], and for
 * warnings that are made errors [-Werror=name], [-Werror=name=2], [-Werror,-Wname], or [-Werror] alone for one
 * without a name. */
#ifndef ATESOR_LOG_DIAGNOSTICS_H
#define ATESOR_LOG_DIAGNOSTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "log_lines.h"

enum { AT_LOG_OPTIONS_MOST = 512 };     /* more than gcc and clang have; what comes beyond is not counted */

struct at_log_option {
	char *name;                     /* owned: without -W and without a value; "error" for [-Werror] */
	bool as_error;
	uint64_t count;                 /* lines */
	char *first;                    /* owned: the first of them, at most 400 characters */
};

/* Feed it by at_log_read (one log after the other), with at_log_diagnostics_take and itself as context; 0 at first. */
struct at_log_diagnostics {
	struct at_log_option option[AT_LOG_OPTIONS_MOST];     /* in the order of their first lines */
	size_t count;
	uint64_t left_out;              /* lines of options beyond those */
};

bool at_log_diagnostics_take(void *diagnostics, char *line, size_t length);
/* A JSON object a line for each option: option, as_error, count, first. 0, or −1 with errno. */
int at_log_diagnostics_write(const struct at_log_diagnostics *diagnostics, FILE *stream);
void at_log_diagnostics_free(struct at_log_diagnostics *diagnostics);

#endif
