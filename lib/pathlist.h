/* Lists of paths as bytes: each ended by a NUL, or, in a list without any NUL, by a newline. */
#ifndef ATESOR_PATHLIST_H
#define ATESOR_PATHLIST_H

#include <stddef.h>

#include "argv.h"

/* Appends the paths of the list; empty ones are left out. The last one needs no end mark. */
void at_pathlist_parse(struct at_argv *paths, const char *text, size_t length);

/* Reads such a list from a file, "-" for stdin. 0, or -1 after a message. */
int at_pathlist_read(struct at_argv *paths, const char *file);

#endif
