/* What the machine did during a session that a reader must know, as warnings. */
#ifndef ATESOR_MACHINE_WARNINGS_H
#define ATESOR_MACHINE_WARNINGS_H

#include "session.h"

/* Reads the session's loads, waits, shares and figures; adds to its warnings. Codes: no_cpufreq no_thermal governor
 * frequency_changed hot no_governor other_load no_other_load contention no_schedstat pressure no_pressure waiting metric first_run
 * mde. */
void at_machine_warnings(struct at_session *session);

/* The part of the session, up to its last round, in which some process of the machine was ready but had no CPU (PSI), in percent;
 * NaN: unknown. */
double at_session_cpu_stall_pct(const struct at_session *session);

/* Why a session with these warnings has no verdict (the clock changed, or the machine was hot), or NULL if it has one. */
const char *at_machine_unstable(const struct at_warnings *warnings);

#endif
