#include "alloc.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"

static void *checked(void *memory)
{
	if (!memory)
		at_die(AT_EXIT_TROUBLE, "out of memory");
	return memory;
}

void *at_alloc(size_t size)
{
	return checked(calloc(1, size ? size : 1));
}

void *at_resize(void *old, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes))
		at_die(AT_EXIT_TROUBLE, "out of memory: %zu items of %zu bytes", count, size);
	return checked(realloc(old, bytes ? bytes : 1));
}

char *at_strdup(const char *text)
{
	return checked(strdup(text));
}

char *at_strndup(const char *text, size_t length)
{
	return checked(strndup(text, length));
}

char *at_format(const char *format, ...)
{
	char *text = NULL;
	va_list list;

	va_start(list, format);
	int length = vasprintf(&text, format, list);
	va_end(list);
	return checked(length < 0 ? NULL : text);
}
