/* Removes from a directory what a run added to it, so that a cache which the first run leaves cannot make the others fast.
 *
 * New is what was born after a moment (statx birth time). Files that existed and were changed cannot be undone: they are
 * counted. Only for directories that are private copies. */
#ifndef ATESOR_FRESH_H
#define ATESOR_FRESH_H

#include <time.h>

struct at_fresh {
	unsigned removed, changed;       /* in this sweep */
	char *first_removed, *first_changed;   /* paths relative to the directory, or NULL; free with at_fresh_free */
};

/* The moment after everything that exists now; waits a few milliseconds to make it so. */
struct timespec at_fresh_moment(void);

/* 0, or −1 after a message. Directory contents named .git, .hg, .svn are left alone. */
int at_fresh_sweep(const char *directory, struct timespec since, struct at_fresh *fresh);
void at_fresh_free(struct at_fresh *fresh);

#endif
