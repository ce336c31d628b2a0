/* All rows of a bar, one after the other, each told as soon as it is known. */
#ifndef ATESOR_BAR_SESSION_H
#define ATESOR_BAR_SESSION_H

#include <stdio.h>

#include "bar_report.h"

struct at_bar_session {
	struct at_bar_report report;
	FILE *stream[2];             /* where the lines go; each whole, and flushed */
	size_t lines, failed;        /* rows that were written, and those that do not pass */
	int trouble;                 /* errno of a line that could not be written; 0: none */
};

/* About how long it takes, in seconds: what the lock tells others. */
double at_bar_session_seconds(const struct at_bar_options *options);
void at_bar_session_run(struct at_bar_session *session, const struct at_bar_settings *settings);

#endif
