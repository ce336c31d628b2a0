/* Judges a timed run right after it: how it ended, what it printed, and what it did to its input. */
#ifndef ATESOR_RUN_JUDGE_H
#define ATESOR_RUN_JUDGE_H

#include "session.h"

/* Fails the session, or warns, if something is wrong with this run. */
void at_run_judge(struct at_session *session, const struct at_sample *sample);

/* Compares what the two builds printed, as soon as each has run twice, so that a build which differs from itself is told apart
 * from one that differs from the other. `last`: no more runs will come. */
void at_run_judge_outputs(struct at_session *session, bool last);

#endif
