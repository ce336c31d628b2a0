/* The log, "log.jsonl" beside the link, and the end of a wrapper that cannot go on. */
#ifndef ATESOR_CC_LOG_H
#define ATESOR_CC_LOG_H

#include "call.h"
#include "text.h"

enum { EXIT_USAGE = 2, EXIT_FAULT = 125, EXIT_NO_EXEC = 126, EXIT_NO_FILE = 127 };

/* Appends `line` and a newline. 0, or -1 with errno. */
int append(const struct call *call, struct text *line);

/* Says what is wrong, with `thing` in quotes and the meaning of `error` (an errno) where they are given, and exits with `code`. */
_Noreturn void fault(const struct call *call, int code, const char *what, const char *thing, int error);

#endif
