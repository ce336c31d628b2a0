/* The CPUs that this process may run on, however many the machine has. */
#ifndef ATESOR_CPUS_H
#define ATESOR_CPUS_H

#include <stddef.h>

struct at_cpus {
	int *cpu;          /* owned; ascending */
	size_t count;
};

/* 0, or -1 with errno. */
int at_cpus_allowed(struct at_cpus *cpus);
/* Pins the calling process to one CPU. 0, or -1 with errno (EINVAL: there is no such CPU for us). */
int at_cpus_pin(int cpu);
void at_cpus_free(struct at_cpus *cpus);

#endif
