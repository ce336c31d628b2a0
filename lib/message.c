#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* One write for the whole line, so that lines of parallel programs never mix. */
static void __attribute__((format(printf, 2, 0))) say(const char *kind, const char *format, va_list list)
{
	char line[4096];
	int used = snprintf(line, sizeof line, "%s: %s%s", program_invocation_short_name, kind, *kind ? ": " : "");

	if (used < 0 || (size_t)used >= sizeof line - 2)
		return;
	int more = vsnprintf(line + used, sizeof line - (size_t)used - 1, format, list);
	if (more < 0)
		return;
	size_t length = (size_t)used + (size_t)more;
	if (length > sizeof line - 2)
		length = sizeof line - 2;
	line[length++] = '\n';
	fflush(stdout);
	fwrite(line, 1, length, stderr);
}

void at_error(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	say("error", format, list);
	va_end(list);
}

void at_warn(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	say("warning", format, list);
	va_end(list);
}

void at_note(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	say("", format, list);
	va_end(list);
}

void at_die(enum at_exit code, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	say("error", format, list);
	va_end(list);
	exit((int)code);
}
