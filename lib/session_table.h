/* A session for people: a small table on a terminal, or the same in Markdown. */
#ifndef ATESOR_SESSION_TABLE_H
#define ATESOR_SESSION_TABLE_H

#include "buffer.h"
#include "session.h"

/* `colored`: the verdict is in color, for a terminal. */
void at_session_table(const struct at_session *session, bool markdown, bool colored, struct at_buffer *text);

#endif
