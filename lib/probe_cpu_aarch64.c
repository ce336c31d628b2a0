#include "probe_cpu.h"

#ifdef __aarch64__

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "alloc.h"
#include "buffer.h"
#include "cpus.h"

/* The bits of AT_HWCAP (word 0) and AT_HWCAP2 (word 1): Documentation/arch/arm64/elf_hwcaps.rst and the kernel's asm/hwcap.h.
 * `text` is the name in /proc/cpuinfo; `name` is what -march appends, where there is such a word. */
static const struct {
	const char *name, *text;
	unsigned word, bit;
} known[] = {
	{ "fp", "fp", 0, 0 }, { "simd", "asimd", 0, 1 }, { "aes", "aes", 0, 3 }, { "pmull", "pmull", 0, 4 }, { "sha1", "sha1", 0, 5 },
	{ "sha2", "sha2", 0, 6 }, { "crc", "crc32", 0, 7 }, { "lse", "atomics", 0, 8 }, { "fp16", "asimdhp", 0, 10 },
	{ "rdma", "asimdrdm", 0, 12 }, { "jscvt", "jscvt", 0, 13 }, { "fcma", "fcma", 0, 14 }, { "rcpc", "lrcpc", 0, 15 },
	{ "dcpop", "dcpop", 0, 16 }, { "sha3", "sha3", 0, 17 }, { "sm3", "sm3", 0, 18 }, { "sm4", "sm4", 0, 19 },
	{ "dotprod", "asimddp", 0, 20 }, { "sha512", "sha512", 0, 21 }, { "sve", "sve", 0, 22 }, { "fp16fml", "asimdfhm", 0, 23 },
	{ "dit", "dit", 0, 24 }, { "uscat", "uscat", 0, 25 }, { "rcpc2", "ilrcpc", 0, 26 }, { "flagm", "flagm", 0, 27 },
	{ "ssbs", "ssbs", 0, 28 }, { "sb", "sb", 0, 29 }, { "pauth", "paca", 0, 30 }, { "sve2", "sve2", 1, 1 },
	{ "sve2-aes", "sveaes", 1, 2 }, { "sve2-bitperm", "svebitperm", 1, 4 }, { "sve2-sha3", "svesha3", 1, 5 },
	{ "sve2-sm4", "svesm4", 1, 6 }, { "flagm2", "flagm2", 1, 7 }, { "frintts", "frint", 1, 8 }, { "i8mm", "i8mm", 1, 13 },
	{ "bf16", "bf16", 1, 14 }, { "rng", "rng", 1, 16 }, { "bti", "bti", 1, 17 }, { "memtag", "mte", 1, 18 },
};

const char *at_cpu_arch(void)
{
	return "aarch64";
}

static uint32_t field(const char *text, const char *key)
{
	size_t length;
	const char *value = at_cpuinfo_value(text, key, &length);

	return value ? (uint32_t)strtoul(value, NULL, 0) : 0;
}

/* The part of /proc/cpuinfo about one CPU, allocated; NULL if there is none. */
static char *section(const char *text, int cpu)
{
	for (const char *at = text; at && *at; at = strstr(at, "\n\n") ? strstr(at, "\n\n") + 2 : NULL) {
		size_t length;
		const char *end = strstr(at, "\n\n");
		char *part = at_strndup(at, end ? (size_t)(end - at) + 1 : strlen(at));
		const char *number = at_cpuinfo_value(part, "processor", &length);
		if (number && strtol(number, NULL, 10) == cpu)
			return part;
		free(part);
	}
	return NULL;
}

/* MIDR_EL1 as the kernel writes it out. Under an emulator this text is the host's. */
static void read_parts(struct at_cpu *cpu, const char *text)
{
	struct at_cpus cpus;

	if (at_cpus_allowed(&cpus))
		return;
	for (size_t i = 0; i < cpus.count; i++) {
		char *part = section(text, cpus.cpu[i]);
		if (part && field(part, "CPU part")) {
			cpu->several_parts |= cpu->has_midr && (cpu->part != field(part, "CPU part") || cpu->implementer != field(part,
					"CPU implementer"));
			cpu->has_midr = true;
			cpu->implementer = field(part, "CPU implementer");
			cpu->part = field(part, "CPU part");
			cpu->variant = field(part, "CPU variant");
			cpu->revision = field(part, "CPU revision");
		}
		free(part);
	}
	at_cpus_free(&cpus);
}

void at_cpu_arch_read(struct at_cpu *cpu)
{
	const unsigned long words[] = { getauxval(AT_HWCAP), getauxval(AT_HWCAP2) };
	struct at_buffer text = AT_BUFFER_INIT;
	size_t length = 0;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (words[known[i].word] >> known[i].bit & 1)
			at_cpu_extension(cpu, known[i].name)->hwcap = AT_CLAIMS;
	if (!cpu->emulated && !at_buffer_read_file(&text, "/proc/cpuinfo", 16 << 20) && text.length) {
		const char *features = at_cpuinfo_value(text.data, "Features", &length);
		for (size_t i = 0; features && i < sizeof known / sizeof *known; i++)
			if (at_word_in(features, length, known[i].text))
				at_cpu_extension(cpu, known[i].name)->cpuinfo = AT_CLAIMS;
		read_parts(cpu, text.data);
	}
	at_buffer_free(&text);
	if (cpu->has_midr)
		cpu->core = at_core_arm(cpu->implementer, cpu->part);
	if (cpu->several_parts && cpu->core.certainty == AT_DETECTED)
		cpu->core.certainty = AT_INFERRED;
}

void at_cpu_arch_settle(struct at_cpu *cpu)
{
	(void)cpu;
}

#endif
