/* Runs a program to its end and gives back what it said, through files in memory: no pipe can fill up. */
#ifndef ATESOR_CAPTURE_H
#define ATESOR_CAPTURE_H

#include "argv.h"
#include "buffer.h"

enum { AT_CAPTURE_LIMIT = 1 << 30 };    /* bytes of answer; more is an error */

struct at_capture {
	struct at_buffer out, err;      /* what stood on stdout and stderr; `data` may be NULL if nothing */
	int code;                       /* exit code, or 128 + signal */
};

/* argv[0] is looked up in PATH. `directory` NULL: ours. The environment is ours without the variables whose names begin with
 * one of the NULL-terminated `hidden` (which may be NULL), and with LC_ALL=C. After `seconds` (0: never) the program is
 * ended. 0, or -1 with errno if it could not be run. Release with at_capture_free in any case. */
int at_capture(struct at_capture *capture, char *const *argv, const char *directory, const char *const *hidden, double seconds);
void at_capture_free(struct at_capture *capture);

#endif
