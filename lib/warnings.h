/* A list of warnings that goes into a document: a code for programs, a text for people. Owns its texts. */
#ifndef ATESOR_WARNINGS_H
#define ATESOR_WARNINGS_H

#include <stddef.h>

#include "json.h"

struct at_warning {
	const char *code;        /* a literal */
	char *text;
};

struct at_warnings {
	struct at_warning *list;
	size_t count;
};

/* A code that is there already is not added again: the first text stays. */
void at_warnings_add(struct at_warnings *warnings, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
void at_warnings_write(const struct at_warnings *warnings, struct at_json *json);     /* the array "warnings" */
void at_warnings_free(struct at_warnings *warnings);

#endif
