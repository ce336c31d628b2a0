#include "probe_cpu.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

bool at_cpu_has(const struct at_cpu *cpu, const char *flag)
{
	for (size_t i = 0; i < cpu->flags.count; i++)
		if (!strcmp(cpu->flags.word[i], flag))
			return true;
	return false;
}

struct at_extension *at_cpu_extension(struct at_cpu *cpu, const char *name)
{
	for (size_t i = 0; i < cpu->extensions; i++)
		if (!strcmp(cpu->extension[i].name, name))
			return &cpu->extension[i];
	cpu->extension = at_resize(cpu->extension, cpu->extensions + 1, sizeof *cpu->extension);
	cpu->extension[cpu->extensions] = (struct at_extension){ .name = name };
	return &cpu->extension[cpu->extensions++];
}

static void settle(struct at_cpu *cpu)
{
	at_argv_clear(&cpu->flags);
	for (size_t i = 0; i < cpu->extensions; i++)
		if (at_extension_present(&cpu->extension[i]))
			at_argv_push(&cpu->flags, cpu->extension[i].name);
	at_cpu_arch_settle(cpu);
}

void at_cpu_read(struct at_cpu *cpu, bool emulated)
{
	*cpu = (struct at_cpu){ .emulated = emulated };
	for (size_t i = 0; i < at_cpu_trial_count; i++)
		at_cpu_extension(cpu, at_cpu_trials[i].name);
	at_cpu_arch_read(cpu);
	if (emulated)
		cpu->core = (struct at_core){ AT_ABSENT, NULL };
	settle(cpu);
}

void at_cpu_try(struct at_cpu *cpu, const struct at_misaligned_limits *limits)
{
	at_extensions_try(cpu->extension, cpu->extensions, at_cpu_trials, at_cpu_trial_count, at_cpu_try_claimed_only);
	if (cpu->misaligned.speed == AT_MISALIGNED_UNKNOWN && !cpu->emulated)
		at_misaligned_time(&cpu->misaligned, limits);
	settle(cpu);
}

void at_cpu_free(struct at_cpu *cpu)
{
	at_argv_free(&cpu->flags);
	at_argv_free(&cpu->compatible);
	free(cpu->extension);
	*cpu = (struct at_cpu){ 0 };
}

const char *at_cpuinfo_value(const char *text, const char *key, size_t *length)
{
	size_t wanted = strlen(key);

	for (const char *line = text; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		if (strncmp(line, key, wanted))
			continue;
		const char *at = line + wanted + strspn(line + wanted, " \t");
		if (*at != ':')
			continue;
		at += 1 + strspn(at + 1, " \t");
		*length = strcspn(at, "\n");
		return at;
	}
	return NULL;
}

bool at_word_in(const char *text, size_t length, const char *word)
{
	size_t wanted = strlen(word);

	for (size_t i = 0; i + wanted <= length; i++)
		if (!memcmp(text + i, word, wanted) && (i == 0 || text[i - 1] == ' ') && (i + wanted == length || text[i + wanted] == ' '))
			return true;
	return false;
}

/* An architecture that has no file of its own: nothing is claimed. */
#if !defined __x86_64__ && !defined __aarch64__ && !(defined __riscv && __riscv_xlen == 64)

#include <sys/utsname.h>

const struct at_trial at_cpu_trials[] = { { NULL, NULL } };
const size_t at_cpu_trial_count = 0;
const bool at_cpu_try_claimed_only = true;

const char *at_cpu_arch(void)
{
	static struct utsname name;

	return uname(&name) ? "unknown" : name.machine;
}

void at_cpu_arch_read(struct at_cpu *cpu)
{
	(void)cpu;
}

void at_cpu_arch_settle(struct at_cpu *cpu)
{
	(void)cpu;
}

#endif

#ifndef __x86_64__

const char *at_cpu_flag_of_macro(const char *macro)
{
	(void)macro;
	return NULL;
}

#endif
