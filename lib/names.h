/* Texts that are compared often, as numbers: equal texts have the same number, from 0 in the order of their first use. The
 * set owns its copies. Initialise with zeroes; release with at_names_free. */
#ifndef ATESOR_NAMES_H
#define ATESOR_NAMES_H

#include <stddef.h>
#include <stdint.h>

struct at_names {
	char **text;
	size_t count;
	uint32_t *slot;              /* number + 1; 0: free */
	size_t capacity;
};

uint32_t at_names_add(struct at_names *names, const char *text, size_t length);
void at_names_free(struct at_names *names);

#endif
