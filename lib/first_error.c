#include "first_error.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { FIRST_MOST = 400, LINE_MOST = 300 };      /* bytes of a line that are reported: of the one, of several */

static bool has_any(const char *line, const char *const *marks)
{
	for (; *marks; marks++)
		if (strstr(line, *marks))
			return true;
	return false;
}

static bool begins(const char *line, const char *with)
{
	return !strncmp(line, with, strlen(with));
}

/* make itself starts a command without a shell's words in it, and says so where that is not there. */
static bool no_command(const char *line)
{
	return begins(line, "make") && (strstr(line, ": No such file or directory") || strstr(line, ": Permission denied"));
}

/* "relocation R_X86_64_32 against `.rodata' can not be used when making a shared object". */
static bool bad_relocation(const char *line)
{
	static const char *const why[] = { " against", " cannot", " can not", NULL };
	const char *at = strstr(line, "relocation ");

	return at && has_any(at + strlen("relocation"), why);
}

/* A compiler that ran the linker says that it failed: what is wrong, the linker has said before. */
static bool about_the_linker(const char *line)
{
	return begins(line, "collect2: error: ld returned") || strstr(line, "error: linker command failed");
}

/* Whether any mark below can be in the line, by the first four letters of its words in either case: most lines of a
 * log have none, and a log may be long. */
static bool has_start_of_mark(const char *line)
{
#define START(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (d))
	uint32_t four = 0;

	for (; *line; line++) {
		four = four << 8 | ((unsigned char)*line | 0x20);
		switch (four) {
		case START('e', 'r', 'r', 'o'): case START('u', 'n', 'd', 'e'): case START('m', 'u', 'l', 't'):
		case START('f', 'a', 't', 'a'): case START('c', 'a', 'n', 'n'): case START('r', 'e', 'l', 'o'):
		case START('n', 'o', 't', ' '): case START('n', 'o', ' ', 's'): case START('p', 'e', 'r', 'm'):
		case START('*', '*', '*', ' '):
			return true;
		}
	}
	return false;
#undef START
}

static bool hints(const char *line)
{
	return strcasestr(line, "error") || strcasestr(line, "cannot find") || strcasestr(line, "not found") ||
			strcasestr(line, "no such file");
}

enum at_log_class at_log_class(const char *line)
{
	static const char *const compilers[] = { "error:", "Error:", "undefined reference", "multiple definition of",
		"fatal:", "cannot find -l", NULL };
	static const char *const tools[] = { "*** ", "Error ", "ERROR", "FATAL", ": not found",
		": command not found", NULL };

	if (!has_start_of_mark(line))
		return AT_LOG_OTHER;
	if (about_the_linker(line))
		return AT_LOG_HINT;
	if (has_any(line, compilers) || bad_relocation(line))
		return AT_LOG_COMPILER;
	if (has_any(line, tools) || no_command(line))
		return AT_LOG_TOOL;
	return hints(line) ? AT_LOG_HINT : AT_LOG_OTHER;
}

static void set(char **to, const char *line, size_t most)
{
	free(*to);
	*to = at_strndup(line, at_log_bytes(line, most));
}

/* ---- the one line ---- */

struct first {
	char *compiler, *tool, *last;
};

static bool take_first(void *context, char *line, size_t length)
{
	struct first *first = context;
	enum at_log_class class = at_log_class(line);

	if (class == AT_LOG_COMPILER)
		set(&first->compiler, line, FIRST_MOST);
	else if (class == AT_LOG_TOOL && !first->tool)
		set(&first->tool, line, FIRST_MOST);
	else if (length && !first->tool)
		set(&first->last, line, FIRST_MOST);
	return !first->compiler;
}

char *at_first_error(const char *path)
{
	struct first first = { 0 };
	struct at_log_lines lines = { .take = take_first, .context = &first };

	at_log_read(&lines, path);      /* what can be read of it is all there is to say */
	char **best = first.compiler ? &first.compiler : first.tool ? &first.tool : &first.last, *found = *best;
	*best = NULL;
	free(first.compiler);
	free(first.tool);
	free(first.last);
	return found;
}

/* ---- several lines ---- */

void at_error_lines_begin(struct at_error_lines *lines, size_t most)
{
	*lines = (struct at_error_lines){ .most = most };
	for (int class = 0; class <= AT_LOG_COMPILER; class++)
		lines->line[class] = at_alloc((most + 1) * sizeof *lines->line[class]);
}

bool at_error_lines_take(void *context, char *line, size_t length)
{
	struct at_error_lines *lines = context;
	enum at_log_class class = at_log_class(line);

	if (class == AT_LOG_COMPILER || class == AT_LOG_TOOL || class == AT_LOG_HINT) {
		class = class == AT_LOG_COMPILER ? class : AT_LOG_TOOL;
		if (lines->count[class] < lines->most)
			set(&lines->line[class][lines->count[class]++], line, LINE_MOST);
	} else if (length && !lines->count[AT_LOG_TOOL] && !lines->count[AT_LOG_COMPILER]) {
		set(&lines->line[AT_LOG_OTHER][lines->count[AT_LOG_OTHER]++ % lines->most], line, LINE_MOST);
	}
	return lines->count[AT_LOG_COMPILER] < lines->most;
}

int at_error_lines_write(const struct at_error_lines *lines, FILE *stream)
{
	enum at_log_class class = lines->count[AT_LOG_COMPILER] ? AT_LOG_COMPILER :
			lines->count[AT_LOG_TOOL] ? AT_LOG_TOOL : AT_LOG_OTHER;
	size_t seen = lines->count[class], count = seen < lines->most ? seen : lines->most;

	for (size_t i = seen - count; i < seen; i++)
		if (fputs(lines->line[class][i % lines->most], stream) < 0 || putc('\n', stream) < 0)
			return -1;
	return 0;
}

void at_error_lines_free(struct at_error_lines *lines)
{
	for (int class = 0; class <= AT_LOG_COMPILER; class++) {
		for (size_t i = 0; i < lines->most; i++)
			free(lines->line[class][i]);
		free(lines->line[class]);
	}
	*lines = (struct at_error_lines){ 0 };
}
