/* A growing argument vector. `word[count]` is NULL after every call, so `word` can go to execve. It owns its strings.
 * Initialise with AT_ARGV_INIT or zeroes; release with at_argv_free. */
#ifndef ATESOR_ARGV_H
#define ATESOR_ARGV_H

#include <stddef.h>

struct at_argv {
	char **word;
	size_t count, capacity;
};

#define AT_ARGV_INIT { NULL, 0, 0 }

void at_argv_push(struct at_argv *argv, const char *word);      /* a copy */
void at_argv_give(struct at_argv *argv, char *word);            /* takes the allocated word over */
void at_argv_extend(struct at_argv *argv, char *const *words, size_t count);
void at_argv_clear(struct at_argv *argv);
void at_argv_free(struct at_argv *argv);

#endif
