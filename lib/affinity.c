#include "affinity.h"

#include <linux/sched.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { SHORT_SLICE_NS = 100000 };

/* The first version of the kernel's struct sched_attr (sched_setattr(2)); its header cannot be included beside sched.h. */
struct attributes {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

int at_cpu_highest(void)
{
	cpu_set_t cpus;

	if (sched_getaffinity(0, sizeof cpus, &cpus))
		return 0;
	int cpu = CPU_SETSIZE - 1;
	while (cpu > 0 && !CPU_ISSET((size_t)cpu, &cpus))
		cpu--;
	return cpu;
}

bool at_cpu_allowed(int cpu)
{
	cpu_set_t cpus;

	return cpu >= 0 && cpu < CPU_SETSIZE && !sched_getaffinity(0, sizeof cpus, &cpus) && CPU_ISSET((size_t)cpu, &cpus);
}

void at_seat_open(struct at_seat *seat, int cpu)
{
	*seat = (struct at_seat){ .cpu = cpu };
	if (cpu < 0 || sched_getaffinity(0, sizeof seat->others, &seat->others))
		return;
	CPU_CLR((size_t)cpu, &seat->others);
	seat->has_others = CPU_COUNT(&seat->others) > 0;
	at_seat_leave(seat);
}

int at_seat_join(struct at_seat *seat)
{
	cpu_set_t only;

	if (seat->cpu < 0 || seat->there)
		return 0;
	CPU_ZERO(&only);
	CPU_SET((size_t)seat->cpu, &only);
	seat->there = !sched_setaffinity(0, sizeof only, &only);
	return seat->there ? 0 : -1;
}

void at_seat_leave(struct at_seat *seat)
{
	if (seat->has_others && !sched_setaffinity(0, sizeof seat->others, &seat->others))
		seat->there = false;
}

const char *at_wake_promptly(void)
{
	const struct sched_param lowest = { .sched_priority = 1 };
	const struct attributes short_slice = { .size = sizeof short_slice, .policy = SCHED_OTHER, .flags = SCHED_FLAG_RESET_ON_FORK,
			.runtime = SHORT_SLICE_NS };

	/* Never for the runs: real-time programs are stopped for a twentieth of every second, which no clock here would show. */
	if (!sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest))
		return "fifo";
	return syscall(SYS_sched_setattr, 0, &short_slice, 0) ? "none" : "short slice";
}
