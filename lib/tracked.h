/* Which files of a tree git has under control. Such a file is source, whatever it looks like. */
#ifndef ATESOR_TRACKED_H
#define ATESOR_TRACKED_H

#include <stdbool.h>

#include "argv.h"

struct at_tracked {
	struct at_argv paths;       /* relative to the directory asked about, sorted by bytes; empty: git knows nothing here */
};

/* Asks git, if it is installed and the directory lies in a work tree. Hooks and the repository's owner do not matter, the
 * index is not written. Where git cannot answer there is a warning (none when there is simply no work tree), and the list is
 * empty. */
void at_tracked_load(struct at_tracked *tracked, const char *directory);

bool at_tracked_has(const struct at_tracked *tracked, const char *path);
void at_tracked_free(struct at_tracked *tracked);

#endif
