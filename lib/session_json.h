/* A session as JSON: the first line of its samples, the last line, and the summary, which has the same keys as the last. */
#ifndef ATESOR_SESSION_JSON_H
#define ATESOR_SESSION_JSON_H

#include "session.h"

/* The line {"kind":"session",…}: settings and what is run. `template` may be NULL (plain words); `scheduling` is what the timer
 * itself got (at_wake_promptly). */
void at_session_write_start(const struct at_session *session, const char *template, const char *seed, const char *scheduling,
		struct at_json *json);

/* The line {"kind":"end",…}: outcome, figures, machine. */
void at_session_write_end(const struct at_session *session, struct at_json *json);

/* "ok" (also when the outputs differ: then the figures are missing, and `output` says it), "unstable", "failed", "interrupted". */
const char *at_session_status_name(enum at_session_status status);

#endif
