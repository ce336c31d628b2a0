/* A log holds what programs of others print. Whatever that is, and in whatever pieces it comes: the lines that are
 * reported stay within their bounds, and the same bytes in other pieces give the same. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "first_error.h"
#include "log_diagnostics.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST = 3 };

/* What both readers make of the log, as one text. */
static char *read_log(const uint8_t *data, size_t size, size_t piece)
{
	struct at_error_lines errors;
	struct at_log_diagnostics diagnostics = { 0 };
	struct at_log_lines all = { .take = at_log_diagnostics_take, .context = &diagnostics };
	char *text = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&text, &length);

	if (!stream)
		abort();
	at_error_lines_begin(&errors, MOST);
	struct at_log_lines some = { .take = at_error_lines_take, .context = &errors };
	for (size_t at = 0; at < size; at += piece) {
		size_t count = size - at < piece ? size - at : piece;
		at_log_feed(&some, (const char *)data + at, count);
		at_log_feed(&all, (const char *)data + at, count);
	}
	at_log_end(&some);
	at_log_end(&all);
	if (at_error_lines_write(&errors, stream) || at_log_diagnostics_write(&diagnostics, stream) || fclose(stream))
		abort();
	size_t lines = 0;
	for (const char *at = text, *end; *at && *at != '{' && (end = strchr(at, '\n')); at = end + 1)
		if (end - at > 300 || ++lines > MOST)
			abort();
	for (size_t i = 0; i < diagnostics.count; i++) {
		const struct at_log_option *option = &diagnostics.option[i];
		if (!option->count || strlen(option->first) > 4 * 400 || strchr(option->first, '\n'))
			abort();
	}
	at_error_lines_free(&errors);
	at_log_diagnostics_free(&diagnostics);
	return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *whole = read_log(data, size, size + 1), *parts = read_log(data, size, 7);

	if (strcmp(whole, parts))
		abort();
	free(whole);
	free(parts);
	return 0;
}
