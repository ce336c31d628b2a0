/* Which CPU the timed programs get, keeping the timer itself off it, and having it woken at once. */
#ifndef ATESOR_AFFINITY_H
#define ATESOR_AFFINITY_H

#include <stdbool.h>

int at_cpu_highest(void);              /* the highest CPU that we may use */
bool at_cpu_allowed(int cpu);

/* Moves this process to the other allowed CPUs. False, and nothing changed, when there is no other. */
bool at_cpu_leave(int cpu);

/* Asks that this process, not its children, runs as soon as it is woken: the end of a run is seen then and not a slice of
 * somebody else later, which is 4 ms on a busy machine. Real-time priority where we may have it, else a short slice (Linux
 * 6.12). Returns "fifo", "short slice" or "none". */
const char *at_wake_promptly(void);

#endif
