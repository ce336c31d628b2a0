#include "warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

void at_warnings_add(struct at_warnings *warnings, const char *code, const char *format, ...)
{
	char *text = NULL;
	va_list list;

	for (size_t i = 0; i < warnings->count; i++)
		if (!strcmp(warnings->list[i].code, code))
			return;
	va_start(list, format);
	int length = vasprintf(&text, format, list);
	va_end(list);
	warnings->list = at_resize(warnings->list, warnings->count + 1, sizeof *warnings->list);
	warnings->list[warnings->count++] = (struct at_warning){ code, length < 0 ? at_strdup(format) : text };
}

void at_warnings_write(const struct at_warnings *warnings, struct at_json *json)
{
	at_json_array(json, "warnings");
	for (size_t i = 0; i < warnings->count; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "code", warnings->list[i].code);
		at_json_text(json, "text", warnings->list[i].text);
		at_json_end(json);
	}
	at_json_end(json);
}

void at_warnings_free(struct at_warnings *warnings)
{
	for (size_t i = 0; i < warnings->count; i++)
		free(warnings->list[i].text);
	free(warnings->list);
	*warnings = (struct at_warnings){ 0 };
}
