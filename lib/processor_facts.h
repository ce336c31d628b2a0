/* What a reader of a profile must know of the machine and the process: system, processor, virtual machine, clock control, limits,
 * huge pages, timer, and what others did meanwhile. What is not known is marked so. */
#ifndef PROCESSOR_FACTS_H
#define PROCESSOR_FACTS_H

#include <sys/utsname.h>
#include <time.h>

#include "loadwatch.h"
#include "probe_cpu.h"

struct processor_facts {
	struct utsname system;
	struct at_cpu cpu;
	bool emulated;                   /* as the caller says, or as the files of the system show it */
	time_t started;
	double seconds;                  /* that the measurement took */
	double cpu_quota;                /* CPUs' worth of time; 0: no limit known */
	uint64_t available_bytes, group_bytes;           /* memory: of the machine, of the control group; 0: not known */
	char huge_policy[64];            /* "always", "madvise", "never"; "": not known */
	uint64_t timer_resolution_ns, timer_cost_ns;
	struct at_load before, after;
};

/* Whether programs for these machines (e_machine of the ELF header) run on the same processors: the same, or one is the older,
 * narrower kind of the other. */
bool processor_machines_alike(unsigned one, unsigned other);

/* Before the measurement. `cpu`: the one whose clock and governor matter. */
void processor_facts_begin(struct processor_facts *facts, int cpu, bool emulated);
/* After it. */
void processor_facts_end(struct processor_facts *facts, int cpu);
void processor_facts_free(struct processor_facts *facts);

/* The time that the hypervisor gave to others, of all CPUs' time between the two readings, in percent; NaN: not known. */
double processor_facts_stolen_pct(const struct processor_facts *facts);

#endif
