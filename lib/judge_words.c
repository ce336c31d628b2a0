#include "judge_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"

bool at_judge_refuse(struct at_judge *judge, const char *format, ...)
{
	char *text = NULL;
	va_list list;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		text = at_strdup("out of memory");
	va_end(list);
	free(judge->reason);
	judge->reason = text;
	return false;
}

bool at_judge_certain(const char *word)
{
	return !strchr(word, AT_EXPANSION);
}

bool at_judge_among(const char *list, const char *word)
{
	size_t length = strlen(word);

	for (const char *at = list; length && at && (at = strstr(at, word)); at++)
		if (at > list && at[-1] == ' ' && at[length] == ' ')
			return true;
	return false;
}

/* `path`, seen from `directory` (relative to the tree), as a path from the tree; NULL: outside, or it cannot be told. */
char *at_judge_place(const struct at_judge *judge, const char *directory, const char *path)
{
	struct at_buffer out = AT_BUFFER_INIT;
	size_t source = judge->source ? strlen(judge->source) : 0;

	at_buffer_text(&out, directory);
	if (path[0] == '/') {
		if (!source || strncmp(path, judge->source, source) || (path[source] && path[source] != '/'))
			goto outside;
		at_buffer_clear(&out);
		path += source;
	}
	while (*path) {
		size_t length = strcspn(path, "/");
		if (length == 2 && !strncmp(path, "..", 2)) {
			if (!out.length)
				goto outside;
			const char *slash = strrchr(out.data, '/');
			out.length = slash ? (size_t)(slash - out.data) : 0;
			out.data[out.length] = '\0';
		} else if (length && path[0] == '.' && memchr(path, '*', length)) {
			goto outside;            /* .* may match .. */
		} else if (length && !(length == 1 && path[0] == '.')) {
			if (out.length)
				at_buffer_byte(&out, '/');
			at_buffer_add(&out, path, length);
		}
		path += length + (path[length] == '/');
	}
	return at_buffer_take(&out);
outside:
	at_buffer_free(&out);
	return NULL;
}

bool at_judge_may_write(struct at_judge *judge, const char *path, const char *reason)
{
	if (at_judge_among(" /dev/null /dev/stdout /dev/stderr /dev/tty ", path))
		return true;
	if (!at_judge_certain(path))
		return at_judge_refuse(judge, "where it writes cannot be judged");
	char *inside = at_judge_place(judge, judge->directory, path);
	free(inside);
	return inside || at_judge_refuse(judge, "%s: %s", reason, path);
}

/* The words that are neither options nor the values of those in `valued`. Borrowed, in a vector to be freed with free(). */
char **at_judge_operands(char **words, size_t count, const char *valued, size_t *found)
{
	char **list = at_alloc((count + 1) * sizeof *list);
	bool options = true;

	*found = 0;
	for (size_t i = 1; i < count; i++) {
		if (options && !strcmp(words[i], "--"))
			options = false;
		else if (options && words[i][0] == '-' && words[i][1])
			i += at_judge_among(valued, words[i]);
		else
			list[(*found)++] = words[i];
	}
	return list;
}

/* The value of an option: `-C DIR`, `-CDIR` (two-letter names), `--directory DIR`, `--directory=DIR`. From word `*from` on. */
const char *at_judge_option(char **words, size_t count, const char *name, size_t *from)
{
	size_t length = strlen(name);

	for (size_t i = *from; i < count; i++) {
		*from = i + 1;
		if (!strcmp(words[i], name))
			return i + 1 < count ? words[i + 1] : NULL;
		if (strncmp(words[i], name, length))
			continue;
		if (length == 2 && name[1] != '-')
			return words[i] + length;
		if (words[i][length] == '=')
			return words[i] + length + 1;
	}
	return NULL;
}

/* Every value of the options in `names` (blank-separated) must be a place in the tree. */
bool at_judge_options_inside(struct at_judge *judge, char **words, size_t count, const char *names, const char *reason)
{
	char *copy = at_strdup(names), *rest = copy;
	bool good = true;

	for (char *name; good && (name = strtok_r(rest, " ", &rest));) {
		size_t from = 1;
		for (const char *value; good && (value = at_judge_option(words, count, name, &from));)
			good = at_judge_may_write(judge, value, reason);
	}
	free(copy);
	return good;
}

bool at_judge_has_word(char **words, size_t count, const char *list)
{
	for (size_t i = 1; i < count; i++)
		if (at_judge_among(list, words[i]))
			return true;
	return false;
}

/* A target or script of this name installs: install, uninstall, install-strip, foo-install, install.sh, … */
bool at_judge_installs(const char *name)
{
	const char *slash = strrchr(name, '/');
	const char *base = slash ? slash + 1 : name;
	size_t length = strlen(base);

	return at_judge_among(" installdirs installcheck ", base) ||
		(!strncmp(base, "install", 7) && (!base[7] || strchr("-_./", base[7]))) ||
		(length >= 7 && !strcmp(base + length - 7, "install"));
}
