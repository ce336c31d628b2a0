/* Finds in the logs of a build the lines that say best why it failed. */
#ifndef ATESOR_FIRST_ERROR_H
#define ATESOR_FIRST_ERROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "log_lines.h"

/* What a line of a log is worth, the best last. */
enum at_log_class {
	AT_LOG_OTHER,
	AT_LOG_HINT,          /* has a word of failure in it: a configuration is full of them */
	AT_LOG_TOOL,          /* make or another tool says that it failed */
	AT_LOG_COMPILER       /* a compiler or linker says what is wrong; that "ld returned 1" is only a hint */
};

enum at_log_class at_log_class(const char *line);

/* The first line of AT_LOG_COMPILER; else the first of AT_LOG_TOOL; else the last one that is not blank. Allocated,
 * at most 400 bytes; NULL: the log is empty or cannot be read. */
char *at_first_error(const char *path);

/* The first lines of AT_LOG_COMPILER; if there are none those of AT_LOG_TOOL and AT_LOG_HINT; if there are none
 * either the last ones that are not blank. Oldest first, at most `most` of them, of at most 300 bytes. Feed it by
 * at_log_read (one log after the other), with at_error_lines_take and itself as context; begin with
 * at_error_lines_begin. */
struct at_error_lines {
	size_t most;
	/* Owned: of each class, the hints among those of tools; of AT_LOG_OTHER a ring. How many of each there were. */
	char **line[AT_LOG_COMPILER + 1];
	size_t count[AT_LOG_COMPILER + 1];
};

void at_error_lines_begin(struct at_error_lines *lines, size_t most);
bool at_error_lines_take(void *lines, char *line, size_t length);
/* 0, or −1 with errno */
int at_error_lines_write(const struct at_error_lines *lines, FILE *stream);
void at_error_lines_free(struct at_error_lines *lines);

#endif
