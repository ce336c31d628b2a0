/* Memory, text and lists of the wrapper, without malloc and stdio: each page that is touched costs a fault, and those are most
 * of what a start costs. Nothing is ever freed, because exec ends everything a moment later; so whoever holds a pointer keeps it.
 * Without memory the wrapper ends (EXIT_FAULT): no function here returns NULL unless it says so. */
#ifndef ATESOR_CC_TEXT_H
#define ATESOR_CC_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#define COUNT(array) (sizeof (array) / sizeof *(array))

struct text { char *data; size_t length, room; };
struct list { const char **item; size_t count, room; };       /* NULL after the last */

/* A copy of the first `used` bytes of `old` in `size` bytes. */
void *grown(const void *old, size_t used, size_t size);

/* Room for `more` bytes and the NUL. */
void reserve(struct text *text, size_t more);

void put_bytes(struct text *text, const char *bytes, size_t count);
void put(struct text *text, const char *string);
char *joined(const char *first, const char *between, const char *last);

void push(struct list *list, const char *item);         /* borrows `item` */

bool starts(const char *text, const char *start);
const char *base_name(const char *path);

/* All of a file of at most about `limit` bytes, and a NUL; or NULL with errno. */
char *read_file(const char *path, size_t limit, size_t *length);

#endif
