/* Which CPUs engines run on, so that the same number of threads means the same machine for all: N threads get the N highest allowed
 * CPUs, and this process keeps to the others. */
#ifndef ATESOR_BAR_SEATS_H
#define ATESOR_BAR_SEATS_H

#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

struct at_bar_seats {
	cpu_set_t allowed, engines;
	unsigned threads;
	bool pinned;                 /* engines get fewer CPUs than there are */
};

size_t at_bar_cpus_allowed(void);      /* how many */

/* `threads` is a number, at most as many as there are CPUs, or "all". Moves this process out of the way. */
void at_bar_seats_take(struct at_bar_seats *seats, const char *threads, bool pin);
void at_bar_seats_leave(const struct at_bar_seats *seats);

#endif
