#include "affinity.h"

#include <sched.h>

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

bool at_cpu_leave(int cpu)
{
	cpu_set_t cpus;

	if (sched_getaffinity(0, sizeof cpus, &cpus))
		return false;
	CPU_CLR((size_t)cpu, &cpus);
	return CPU_COUNT(&cpus) > 0 && !sched_setaffinity(0, sizeof cpus, &cpus);
}
