#include "pathlist.h"

#include <errno.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "message.h"

enum { LIST_LIMIT = 1 << 30 };

void at_pathlist_parse(struct at_argv *paths, const char *text, size_t length)
{
	const char *end = text + length;
	char mark = length && memchr(text, '\0', length) ? '\0' : '\n';

	while (text < end) {
		const char *stop = memchr(text, mark, (size_t)(end - text));
		stop = stop ? stop : end;
		if (stop > text)
			at_argv_give(paths, at_strndup(text, (size_t)(stop - text)));
		text = stop + 1;
	}
}

int at_pathlist_read(struct at_argv *paths, const char *file)
{
	struct at_buffer text = AT_BUFFER_INIT;
	int result = at_buffer_read_file(&text, file, LIST_LIMIT);

	if (result)
		at_error("cannot read the list '%s': %s", file, strerror(errno));
	else
		at_pathlist_parse(paths, text.data, text.length);
	at_buffer_free(&text);
	return result;
}
