#include "probe_cpu.h"

#include <string.h>

bool at_cpu_has(const struct at_cpu *cpu, const char *flag)
{
	for (size_t i = 0; i < cpu->flags.count; i++)
		if (!strcmp(cpu->flags.word[i], flag))
			return true;
	return false;
}

void at_cpu_free(struct at_cpu *cpu)
{
	at_argv_free(&cpu->flags);
}

/* An architecture that has no file of its own yet: nothing is claimed. */
#ifndef __x86_64__

#include <sys/utsname.h>

const char *at_cpu_arch(void)
{
	static struct utsname name;

	return uname(&name) ? "unknown" : name.machine;
}

void at_cpu_probe(struct at_cpu *cpu, struct at_warnings *warnings)
{
	*cpu = (struct at_cpu){ 0 };
	at_warnings_add(warnings, "cpu_not_probed", "this version cannot identify a CPU of %s: core and instruction sets are not known",
			at_cpu_arch());
}

const char *at_cpu_flag_of_macro(const char *macro)
{
	(void)macro;
	return NULL;
}

const char *const *at_cpu_levels(void)
{
	static const char *const none[] = { NULL };

	return none;
}

#endif
