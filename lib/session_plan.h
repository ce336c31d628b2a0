/* What the first session tells about the second: which time is compared, how noisy it is, how many rounds there can be. */
#ifndef ATESOR_SESSION_PLAN_H
#define ATESOR_SESSION_PLAN_H

#include "session.h"

/* `runs`: the calibration runs of A, or without any its last warm-up run; each build's warm-up runs are counted in its record.
 * CPU time is chosen when most of the runs of each build speak for it. Sets metric, cpu_share, calibration_cv, wanted_rounds. */
void at_session_plan(struct at_session *session, const struct at_sample *runs, size_t count);

/* A run outside the rounds, for the choice of the metric: the first of a build is left out when others follow, for it reads the
 * program from disk. */
void at_session_plan_note(struct at_session *session, const struct at_sample *sample);

#endif
