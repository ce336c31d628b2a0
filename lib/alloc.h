/* Allocation that does not return NULL: out of memory ends the program with exit 3 and a message.
 * The caller owns what comes back and frees it with free(). */
#ifndef ATESOR_ALLOC_H
#define ATESOR_ALLOC_H

#include <stddef.h>

void *at_alloc(size_t size) __attribute__((malloc, returns_nonnull));              /* zeroed */
void *at_resize(void *old, size_t count, size_t size) __attribute__((returns_nonnull)); /* count × size, overflow-checked */
char *at_strdup(const char *text) __attribute__((malloc, returns_nonnull));
char *at_strndup(const char *text, size_t length) __attribute__((malloc, returns_nonnull));
char *at_format(const char *format, ...) __attribute__((format(printf, 1, 2), malloc, returns_nonnull));

#endif
