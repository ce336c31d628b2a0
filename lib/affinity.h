/* Which CPU the timed programs get, and keeping the timer itself off it. */
#ifndef ATESOR_AFFINITY_H
#define ATESOR_AFFINITY_H

#include <stdbool.h>

int at_cpu_highest(void);              /* the highest CPU that we may use */
bool at_cpu_allowed(int cpu);

/* Moves this process to the other allowed CPUs. False, and nothing changed, when there is no other. */
bool at_cpu_leave(int cpu);

#endif
