#include "processor_facts.h"

#include <elf.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "bar_memory.h"
#include "now.h"
#include "probe_limits.h"
#include "start_of_file.h"

/* The machine that a program is for (e_machine), in our byte order; 0: it cannot be read. */
static unsigned machine_of(const char *path)
{
	char text[32];
	uint16_t machine = 0;

	at_start_of_file(path, text, sizeof text);
	if (!memcmp(text, ELFMAG, SELFMAG))
		memcpy(&machine, text + offsetof(Elf64_Ehdr, e_machine), sizeof machine);
	return machine;
}

static unsigned wide(unsigned machine)
{
	return machine == EM_386 ? EM_X86_64 : machine == EM_ARM ? EM_AARCH64 : machine;
}

bool processor_machines_alike(unsigned one, unsigned other)
{
	return wide(one) == wide(other);
}

/* An emulator of programs shows them the files of its own system: somebody emulates if that one's shell is for another machine
 * than this program. In a container of the other architecture both are alike; but there the kernel still runs the emulator:
 * /proc/self/exe, which emulators make up, is not what the thread's link or the parent's leads to. */
static bool looks_emulated(void)
{
	unsigned ours = machine_of("/proc/self/exe");
	char parent[32];

	snprintf(parent, sizeof parent, "/proc/%ld/exe", (long)getppid());
	const char *const others[] = { "/proc/thread-self/exe", parent, "/bin/sh" };
	for (size_t i = 0; i < sizeof others / sizeof *others && ours; i++) {
		unsigned other = machine_of(others[i]);
		if (other && !processor_machines_alike(ours, other))
			return true;
	}
	return false;
}

/* "always [madvise] never": the word in brackets. */
static void read_huge_policy(char *policy, size_t size)
{
	char text[128];

	at_start_of_file("/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof text);
	const char *from = strchr(text, '['), *to = from ? strchr(from, ']') : NULL;
	size_t length = to ? (size_t)(to - from) - 1 : 0;
	length = length < size ? length : size - 1;
	if (length)
		memcpy(policy, from + 1, length);
	policy[length] = '\0';
}

static void read_timer(struct processor_facts *facts)
{
	enum { CALLS = 1000 };
	struct timespec resolution;

	if (!clock_getres(CLOCK_MONOTONIC, &resolution))
		facts->timer_resolution_ns = (uint64_t)resolution.tv_sec * 1000000000u + (uint64_t)resolution.tv_nsec;
	uint64_t start = at_now_ns();
	for (int i = 0; i < CALLS; i++)
		at_now_ns();
	facts->timer_cost_ns = (at_now_ns() - start) / CALLS;
}

void processor_facts_begin(struct processor_facts *facts, int cpu, bool emulated)
{
	*facts = (struct processor_facts){ .emulated = emulated || looks_emulated(), .started = time(NULL) };
	if (uname(&facts->system))
		facts->system = (struct utsname){ .sysname = "" };
	at_cpu_read(&facts->cpu, facts->emulated);
	facts->cpu_quota = at_cpu_quota();
	facts->available_bytes = at_available_bytes();
	facts->group_bytes = at_group_memory();
	read_huge_policy(facts->huge_policy, sizeof facts->huge_policy);
	read_timer(facts);
	at_load_read(&facts->before, facts->emulated ? -1 : cpu);
}

void processor_facts_end(struct processor_facts *facts, int cpu)
{
	at_load_read(&facts->after, facts->emulated ? -1 : cpu);
	facts->seconds = (double)(facts->after.at_ns - facts->before.at_ns) / 1e9;
}

void processor_facts_free(struct processor_facts *facts)
{
	at_cpu_free(&facts->cpu);
}

double processor_facts_stolen_pct(const struct processor_facts *facts)
{
	double cpus = (double)sysconf(_SC_NPROCESSORS_ONLN), span = (double)(facts->after.at_ns - facts->before.at_ns);

	if (!facts->before.has_busy || !facts->after.has_busy || span < 1e8 || cpus < 1)
		return NAN;
	return 100 * (double)(facts->after.steal_ns - facts->before.steal_ns) / (span * cpus);
}
