#include "perf_source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

enum { BLOCK = 1 << 18 };

int at_perf_source_open(struct at_perf_source *source, const char *path)
{
	*source = (struct at_perf_source){ .descriptor = -1 };
	source->descriptor = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	return source->descriptor < 0 ? -1 : 0;
}

void at_perf_source_memory(struct at_perf_source *source)
{
	*source = (struct at_perf_source){ .descriptor = -1, .ended = true };
}

/* Room for `count` bytes behind what is there. */
static void make_room(struct at_perf_source *source, size_t count)
{
	if (source->capacity - source->end >= count)
		return;
	if (source->end > source->start)
		memmove(source->data, source->data + source->start, source->end - source->start);
	source->end -= source->start;
	source->start = 0;
	if (source->capacity - source->end < count) {
		source->capacity = source->end + count + 1;
		source->data = at_resize(source->data, source->capacity, 1);
	}
}

void at_perf_source_feed(struct at_perf_source *source, const void *bytes, size_t count)
{
	make_room(source, count);
	if (count)
		memcpy(source->data + source->end, bytes, count);
	source->end += count;
}

/* More bytes; false at the end. */
static bool fill(struct at_perf_source *source)
{
	if (source->ended)
		return false;
	make_room(source, BLOCK);
	for (;;) {
		ssize_t got = read(source->descriptor, source->data + source->end, source->capacity - source->end);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			source->error = errno;
		source->ended = got <= 0;
		source->end += got > 0 ? (size_t)got : 0;
		return got > 0;
	}
}

const unsigned char *at_perf_source_peek(struct at_perf_source *source, size_t count)
{
	while (source->end - source->start < count)
		if (!fill(source))
			return NULL;
	return source->data + source->start;
}

bool at_perf_source_skip(struct at_perf_source *source, uint64_t count)
{
	for (;;) {
		size_t here = source->end - source->start, step = count < here ? (size_t)count : here;
		source->start += step;
		source->position += step;
		count -= step;
		if (!count)
			return true;
		if (!fill(source))
			return false;
	}
}

/* Passes over the rest of a line that was too long. */
static void drop_line(struct at_perf_source *source)
{
	unsigned char *newline;

	source->dropping = false;
	do {
		size_t here = source->end - source->start;
		newline = here ? memchr(source->data + source->start, '\n', here) : NULL;
		at_perf_source_skip(source, newline ? (size_t)(newline - (source->data + source->start)) + 1 : here);
	} while (!newline && fill(source));
}

char *at_perf_source_line(struct at_perf_source *source, size_t limit)
{
	size_t looked = 0, here;
	unsigned char *newline;

	if (source->dropping)
		drop_line(source);
	do {
		here = source->end - source->start;
		newline = here > looked ? memchr(source->data + source->start + looked, '\n', here - looked) : NULL;
		looked = here;
	} while (!newline && here <= limit && fill(source));
	if (!here)
		return NULL;
	make_room(source, 1);      /* for the NUL behind a last line without a newline */
	char *line = (char *)source->data + source->start;
	size_t length = newline ? (size_t)((unsigned char *)memchr(line, '\n', here) - (unsigned char *)line) : here;
	source->dropping = !newline && length > limit;
	length = source->dropping ? limit : length;
	line[length] = '\0';        /* in place of the newline, or of a byte that will be dropped */
	source->start += length + (newline != NULL);
	source->position += length + (newline != NULL);
	return line;
}

void at_perf_source_close(struct at_perf_source *source)
{
	if (source->descriptor >= 0)
		close(source->descriptor);
	free(source->data);
	*source = (struct at_perf_source){ .descriptor = -1 };
}
