/* Logs of builds, line by line. A log may be of any length and hold any bytes: memory stays within what one line may
 * have, and a line comes as a string without what is only for a terminal. */
#ifndef ATESOR_LOG_LINES_H
#define ATESOR_LOG_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "buffer.h"

enum { AT_LOG_LINE_MOST = 1 << 20 };    /* bytes of a line that are looked at */

struct at_log_lines {
	/* The caller's. A line without its end, colours, links and trailing blanks; NULs are blanks. It may be changed,
	 * and does not live on. False: no more lines are wanted. */
	bool (*take)(void *context, char *line, size_t length);
	void *context;
	/* ours; 0 at first */
	struct at_buffer rest;          /* the beginning of a line whose end has not come */
	bool enough;                    /* take has said so */
};

/* Bytes of a log, in pieces as they come; then the end of it, which ends a last line without a newline and frees the
 * memory. */
void at_log_feed(struct at_log_lines *lines, const char *bytes, size_t count);
void at_log_end(struct at_log_lines *lines);

/* All of a file ("-": stdin), to its end or until no more is wanted. 0; or −1 with errno, and what was read has been
 * taken. */
int at_log_read(struct at_log_lines *lines, const char *path);

/* Bytes of the text that are its first so many bytes, without a part of a UTF-8 sequence at the end; or its first so
 * many characters. */
size_t at_log_bytes(const char *text, size_t most);
size_t at_log_characters(const char *text, size_t most);

#endif
