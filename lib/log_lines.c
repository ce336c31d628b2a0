#include "log_lines.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "json.h"

enum { ESCAPE = 0x1b, BELL = 7 };

static bool within(char c, unsigned char first, unsigned char last)
{
	return (unsigned char)c >= first && (unsigned char)c <= last;
}

/* Where the escape sequence at `at` ends (ECMA-48): a control sequence (colours), a command that ends with BEL or ESC
 * \ (links), or another. One that is cut short goes to the end of the line. */
static const char *escape_end(const char *at)
{
	if (at[1] == '[') {
		for (at += 2; within(*at, 0x20, 0x3f);)
			at++;
		return *at && within(*at, 0x40, 0x7e) ? at + 1 : at;
	}
	if (at[1] == ']') {
		at += 2 + strcspn(at + 2, "\a\x1b");
		return *at == BELL ? at + 1 : *at && at[1] == '\\' ? at + 2 : at;
	}
	for (at++; within(*at, 0x20, 0x2f);)
		at++;
	return *at && within(*at, 0x30, 0x7e) ? at + 1 : at;
}

static bool blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* In place; returns the new length. */
static size_t make_plain(char *line, size_t length)
{
	char *to = line;

	for (char *nul = line; (nul = memchr(nul, '\0', length - (size_t)(nul - line)));)
		*nul = ' ';
	const char *from = memchr(line, ESCAPE, length);
	if (from)
		for (to = line + (from - line); *from;) {
			if (*from == ESCAPE)
				from = escape_end(from);
			else
				*to++ = *from++;
		}
	else
		to = line + length;
	while (to > line && blank(to[-1]))
		to--;
	*to = '\0';
	return (size_t)(to - line);
}

static void keep(struct at_log_lines *lines, const char *bytes, size_t count)
{
	size_t room = AT_LOG_LINE_MOST - lines->rest.length;

	at_buffer_add(&lines->rest, bytes, count < room ? count : room);
}

static void take(struct at_log_lines *lines)
{
	size_t length = make_plain(lines->rest.data, lines->rest.length);

	lines->enough = !lines->take(lines->context, lines->rest.data, length);
	at_buffer_clear(&lines->rest);
}

void at_log_feed(struct at_log_lines *lines, const char *bytes, size_t count)
{
	const char *end = bytes + count;

	while (bytes < end && !lines->enough) {
		const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
		keep(lines, bytes, (size_t)((newline ? newline : end) - bytes));
		if (!newline)
			return;
		take(lines);
		bytes = newline + 1;
	}
}

void at_log_end(struct at_log_lines *lines)
{
	if (lines->rest.length && !lines->enough)
		take(lines);
	at_buffer_free(&lines->rest);
}

int at_log_read(struct at_log_lines *lines, const char *path)
{
	char block[65536];
	ssize_t got = 0;
	int file = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;

	if (file < 0)
		return -1;
	while (!lines->enough && ((got = read(file, block, sizeof block)) > 0 || (got < 0 && errno == EINTR)))
		if (got > 0)
			at_log_feed(lines, block, (size_t)got);
	int failure = got < 0 ? errno : 0;
	at_log_end(lines);
	if (file != STDIN_FILENO)
		close(file);
	errno = failure;
	return failure ? -1 : 0;
}

/* Where the character at the front ends: a byte that is no UTF-8 counts as one. */
static size_t character(const char *text, size_t left)
{
	size_t length = at_utf8_length(text, left);

	return length ? length : 1;
}

size_t at_log_bytes(const char *text, size_t most)
{
	size_t length = strlen(text), i = 0;

	for (size_t next; i < length && (next = i + character(text + i, length - i)) <= most;)
		i = next;
	return i;
}

size_t at_log_characters(const char *text, size_t most)
{
	size_t length = strlen(text), i = 0;

	for (; i < length && most; most--)
		i += character(text + i, length - i);
	return i;
}
