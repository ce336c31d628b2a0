#include "buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

static void reserve(struct at_buffer *buffer, size_t more)
{
	size_t wanted = buffer->length + more + 1;

	if (wanted <= buffer->capacity)
		return;
	size_t capacity = buffer->capacity ? buffer->capacity : 64;
	while (capacity < wanted)
		capacity += capacity / 2 + 1;
	buffer->data = at_resize(buffer->data, capacity, 1);
	buffer->capacity = capacity;
}

void at_buffer_add(struct at_buffer *buffer, const void *bytes, size_t count)
{
	reserve(buffer, count);
	if (count)
		memcpy(buffer->data + buffer->length, bytes, count);
	buffer->length += count;
	buffer->data[buffer->length] = '\0';
}

void at_buffer_text(struct at_buffer *buffer, const char *text)
{
	at_buffer_add(buffer, text, strlen(text));
}

void at_buffer_byte(struct at_buffer *buffer, char byte)
{
	at_buffer_add(buffer, &byte, 1);
}

void at_buffer_printf(struct at_buffer *buffer, const char *format, ...)
{
	va_list list, again;

	va_start(list, format);
	va_copy(again, list);
	int length = vsnprintf(NULL, 0, format, list);
	va_end(list);
	if (length > 0) {
		reserve(buffer, (size_t)length);
		vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
		buffer->length += (size_t)length;
	}
	va_end(again);
}

void at_buffer_clear(struct at_buffer *buffer)
{
	buffer->length = 0;
	if (buffer->data)
		buffer->data[0] = '\0';
}

void at_buffer_free(struct at_buffer *buffer)
{
	free(buffer->data);
	*buffer = (struct at_buffer)AT_BUFFER_INIT;
}

char *at_buffer_take(struct at_buffer *buffer)
{
	char *data = buffer->data ? buffer->data : at_strdup("");

	*buffer = (struct at_buffer)AT_BUFFER_INIT;
	return data;
}

int at_buffer_read(struct at_buffer *buffer, int descriptor, size_t limit)
{
	char block[65536];
	size_t total = 0;

	for (;;) {
		ssize_t got = read(descriptor, block, sizeof block);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return (int)got;
		size_t fits = (size_t)got <= limit - total ? (size_t)got : limit - total;
		at_buffer_add(buffer, block, fits);
		total += fits;
		if (fits < (size_t)got) {
			errno = EFBIG;
			return -1;
		}
	}
}

int at_buffer_read_file(struct at_buffer *buffer, const char *path, size_t limit)
{
	if (!strcmp(path, "-"))
		return at_buffer_read(buffer, STDIN_FILENO, limit);
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0)
		return -1;
	int result = at_buffer_read(buffer, descriptor, limit);
	int saved = errno;
	close(descriptor);
	errno = saved;
	return result;
}
