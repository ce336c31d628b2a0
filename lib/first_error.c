#include "first_error.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

#define MAX_LOG ((size_t)256 << 20)     /* bytes of a log that are searched for an error */
enum { MAX_LINE = 400 };                /* bytes of an error line that are reported */

static bool has_any(const char *line, const char *const *marks)
{
	for (; *marks; marks++)
		if (strstr(line, *marks))
			return true;
	return false;
}

/* make itself starts a command without a shell's words in it, and says so where that is not there. */
static bool no_command(const char *line)
{
	return !strncmp(line, "make", 4) && (strstr(line, ": No such file or directory") || strstr(line, ": Permission denied"));
}

char *at_first_error(const char *path)
{
	static const char *const compilers[] = { "error:", "undefined reference", "multiple definition of", "fatal:", NULL };
	static const char *const others[] = { "*** ", "Error ", "Error:", "ERROR", "FATAL", ": not found", ": command not found", NULL };
	struct at_buffer log = AT_BUFFER_INIT;
	char *second = NULL, *last = NULL, *found = NULL, *rest = NULL;

	if (at_buffer_read_file(&log, path, MAX_LOG) && errno != EFBIG)
		log.length = 0;
	for (size_t i = 0; i < log.length; i++)
		if (!log.data[i])
			log.data[i] = ' ';
	if (log.length)
		rest = log.data;
	for (char *line; !found && (line = strsep(&rest, "\n"));) {
		if (has_any(line, compilers))
			found = line;
		else if (!second && (has_any(line, others) || no_command(line)))
			second = line;
		if (line[strspn(line, " \t\r")])
			last = line;
	}
	found = found ? found : second ? second : last;
	char *copy = found ? at_strndup(found, strnlen(found, MAX_LINE)) : NULL;
	at_buffer_free(&log);
	return copy;
}
