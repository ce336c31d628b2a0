/* A session for people: a small table on a terminal, or the same in Markdown. */
#ifndef ATESOR_SESSION_TABLE_H
#define ATESOR_SESSION_TABLE_H

#include "buffer.h"
#include "session.h"

void at_session_table(const struct at_session *session, bool markdown, struct at_buffer *text);

#endif
