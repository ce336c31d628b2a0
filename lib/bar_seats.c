#include "bar_seats.h"

#include <stdlib.h>
#include <string.h>

size_t at_bar_cpus_allowed(void)
{
	cpu_set_t allowed;

	return sched_getaffinity(0, sizeof allowed, &allowed) ? 1 : (size_t)CPU_COUNT(&allowed);
}

void at_bar_seats_take(struct at_bar_seats *seats, const char *threads, bool pin)
{
	cpu_set_t others;

	*seats = (struct at_bar_seats){ .threads = (unsigned)at_bar_cpus_allowed() };
	if (!strcmp(threads, "all"))
		return;
	seats->threads = (unsigned)strtoul(threads, NULL, 10);
	if (!pin || sched_getaffinity(0, sizeof seats->allowed, &seats->allowed) || seats->threads >= (unsigned)CPU_COUNT(&seats->allowed))
		return;
	others = seats->allowed;
	for (size_t cpu = CPU_SETSIZE; cpu-- > 0 && (unsigned)CPU_COUNT(&seats->engines) < seats->threads;)
		if (CPU_ISSET(cpu, &seats->allowed)) {
			CPU_SET(cpu, &seats->engines);
			CPU_CLR(cpu, &others);
		}
	seats->pinned = !sched_setaffinity(0, sizeof others, &others);
}

void at_bar_seats_leave(const struct at_bar_seats *seats)
{
	if (seats->pinned)
		sched_setaffinity(0, sizeof seats->allowed, &seats->allowed);
}
