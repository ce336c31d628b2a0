/* A growing byte buffer. `data` is NUL-terminated after every call and never NULL once anything was added; `length` does
 * not count the NUL. Initialise with AT_BUFFER_INIT or zeroes; release with at_buffer_free, or take `data` over with
 * at_buffer_take. */
#ifndef ATESOR_BUFFER_H
#define ATESOR_BUFFER_H

#include <stddef.h>

struct at_buffer {
	char *data;
	size_t length, capacity;
};

#define AT_BUFFER_INIT { NULL, 0, 0 }

void at_buffer_add(struct at_buffer *buffer, const void *bytes, size_t count);
void at_buffer_text(struct at_buffer *buffer, const char *text);
void at_buffer_byte(struct at_buffer *buffer, char byte);
void at_buffer_printf(struct at_buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void at_buffer_clear(struct at_buffer *buffer);   /* length 0, memory kept */
void at_buffer_free(struct at_buffer *buffer);
char *at_buffer_take(struct at_buffer *buffer);   /* the caller frees it; the buffer is empty afterwards; never NULL */

/* Append all of a descriptor or file, at most `limit` bytes. 0; or -1 with errno (EFBIG: longer than the limit), and then
 * the buffer holds what was read. "-" is stdin. */
int at_buffer_read(struct at_buffer *buffer, int descriptor, size_t limit);
int at_buffer_read_file(struct at_buffer *buffer, const char *path, size_t limit);

#endif
