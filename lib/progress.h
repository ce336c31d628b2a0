/* The progress line of a session on a terminal; silent when settings->progress is off. */
#ifndef ATESOR_PROGRESS_H
#define ATESOR_PROGRESS_H

#include "session.h"

void at_progress_single(const struct at_session *session, const struct at_sample *sample);
void at_progress_round(const struct at_session *session, uint64_t round);
void at_progress_end(const struct at_session *session);       /* wipes the line */

#endif
