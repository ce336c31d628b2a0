/* Which CPU the timed programs get, where the timer is meanwhile, and having it woken at once. */
#ifndef ATESOR_AFFINITY_H
#define ATESOR_AFFINITY_H

#include <sched.h>
#include <stdbool.h>

int at_cpu_highest(void);              /* the highest CPU that we may use */
bool at_cpu_allowed(int cpu);

/* Where the timer is. It starts a run from the CPU of the runs, so that the run is born there and never moves, and sleeps there
 * until it ends: nobody else then has to be woken on another CPU before the end is seen, and no migration disturbs the run. When
 * there is work to do while the run computes (reading what it prints), it goes to the other CPUs. */
struct at_seat {
	int cpu;                       /* of the runs; −1: they are not pinned, and nothing here does anything */
	cpu_set_t others;              /* the other allowed CPUs */
	bool has_others, there;        /* there: at the CPU of the runs */
};

void at_seat_open(struct at_seat *seat, int cpu);
int at_seat_join(struct at_seat *seat);        /* to the CPU of the runs; 0, or −1 with errno */
void at_seat_leave(struct at_seat *seat);      /* to the others, if there are any */

/* Asks that this process, not its children, runs as soon as it is woken: the end of a run is seen then and not a slice of
 * somebody else later, which is 4 ms on a busy machine. Real-time priority where we may have it, else a short slice (Linux
 * 6.12). Returns "fifo", "short slice" or "none". */
const char *at_wake_promptly(void);

#endif
