#include "bar_append.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "filter.h"
#include "makedirs.h"
#include "message.h"
#include "outfile.h"

enum { FILE_LIMIT = 1 << 30 };

static int rewrite(const char *path, const struct at_buffer *old, const char *added)
{
	struct at_outfile file;

	if (at_outfile_open(&file, path)) {
		at_error("cannot write '%s': %m", path);
		return -1;
	}
	if (old->length)
		fwrite(old->data, 1, old->length, file.stream);
	fputs(added, file.stream);
	if (at_outfile_commit(&file)) {
		at_error("cannot write '%s': %m", path);
		return -1;
	}
	return 0;
}

/* With `headed` the first line of what is added is a header: a file that is there must have the same, and gets no second one. */
static int add_to(const char *path, const char *text, bool headed)
{
	struct at_buffer old = AT_BUFFER_INIT;
	size_t header = headed ? strcspn(text, "\n") + 1 : 0;
	int result = 0;

	if (at_buffer_read_file(&old, path, FILE_LIMIT) && errno != ENOENT) {
		at_error("cannot read '%s': %m", path);
		result = -1;
	} else if (headed && old.length && (old.length < header || memcmp(old.data, text, header))) {
		at_error("'%s' has other columns than this version writes: move it away, or name another directory with --append", path);
		result = -1;
	} else {
		result = rewrite(path, &old, text + (old.length ? header : 0));
	}
	at_buffer_free(&old);
	return result;
}

int at_bar_append(const char *lines, const char *directory)
{
	static const struct {
		const char *filter, *name;
		bool headed;
	} files[] = { { "bar/csv", "bar.csv", true }, { "bar/markdown", "bar.md", false } };
	int result = 0;

	if (at_make_directories(directory)) {
		at_error("cannot make '%s': %m", directory);
		return -1;
	}
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		struct at_buffer text = AT_BUFFER_INIT;
		char *error = NULL, *path = at_format("%s/%s", directory, files[i].name);
		if (at_filter_run(files[i].filter, lines, FILE_LIMIT, &text, &error)) {
			at_error("cannot make '%s': %s", path, error);
			free(error);
			result = -1;
		} else if (add_to(path, text.data ? text.data : "", files[i].headed)) {
			result = -1;
		}
		at_buffer_free(&text);
		free(path);
	}
	return result;
}
