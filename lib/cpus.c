#include "cpus.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>

#include "alloc.h"

enum { MOST_CPUS = 1 << 20 };

int at_cpus_allowed(struct at_cpus *cpus)
{
	*cpus = (struct at_cpus){ 0 };
	/* The kernel refuses a set smaller than its own, with EINVAL. */
	for (int room = 1024; room <= MOST_CPUS; room *= 2) {
		cpu_set_t *set = CPU_ALLOC((size_t)room);
		size_t size = CPU_ALLOC_SIZE((size_t)room);
		if (!set || sched_getaffinity(0, size, set)) {
			int saved = set ? errno : ENOMEM;
			CPU_FREE(set);
			errno = saved;
			if (saved == EINVAL)
				continue;
			return -1;
		}
		cpus->cpu = at_resize(NULL, (size_t)CPU_COUNT_S(size, set), sizeof *cpus->cpu);
		for (int cpu = 0; cpu < room; cpu++)
			if (CPU_ISSET_S((size_t)cpu, size, set))
				cpus->cpu[cpus->count++] = cpu;
		CPU_FREE(set);
		return 0;
	}
	return -1;
}

int at_cpus_pin(int cpu)
{
	size_t size = CPU_ALLOC_SIZE((size_t)cpu + 1);
	cpu_set_t *set = CPU_ALLOC((size_t)cpu + 1);

	if (!set)
		return -1;
	CPU_ZERO_S(size, set);
	CPU_SET_S((size_t)cpu, size, set);
	int result = sched_setaffinity(0, size, set);
	int saved = errno;
	CPU_FREE(set);
	errno = saved;
	return result;
}

void at_cpus_free(struct at_cpus *cpus)
{
	free(cpus->cpu);
	*cpus = (struct at_cpus){ 0 };
}
