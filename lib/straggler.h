/* Ends processes that outlived the program that started them. */
#ifndef ATESOR_STRAGGLER_H
#define ATESOR_STRAGGLER_H

#include <sys/types.h>

/* For a child subreaper, after all children that it started itself were waited for: every child that is left is an orphan
 * that came back to us. Kills and waits until none is left, and returns how many there were. */
unsigned at_end_orphans(void);

/* For others: kills what is left of a process group whose leader was waited for. Returns 1 if there was something, else 0. */
unsigned at_end_group(pid_t group);

#endif
