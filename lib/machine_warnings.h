/* What the machine did during a session that a reader must know, as warnings. */
#ifndef ATESOR_MACHINE_WARNINGS_H
#define ATESOR_MACHINE_WARNINGS_H

#include "session.h"

/* Reads the session's loads, waits, shares and figures; adds to its warnings. Codes: no_cpufreq no_thermal governor
 * frequency_changed hot other_load contention waiting first_run mde one_cpu (the last by the caller). */
void at_machine_warnings(struct at_session *session);

/* Why a session with these warnings has no verdict (the clock changed, or the machine was hot), or NULL if it has one. */
const char *at_machine_unstable(const struct at_warnings *warnings);

#endif
