#include "probe_cpu.h"

#if defined __riscv && __riscv_xlen == 64

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"

/* riscv_hwprobe(2), Linux 6.4 (Documentation/arch/riscv/hwprobe.rst). A key that the kernel does not know comes back as -1. */
enum { HWPROBE = 258, KEY_VENDOR = 0, KEY_ARCH = 1, KEY_IMPLEMENTATION = 2, KEY_EXTENSIONS = 4, KEY_PERFORMANCE = 5,
		KEY_MISALIGNED = 9 };

struct pair {
	int64_t key;
	uint64_t value;
};

static const struct {
	const char *name;
	unsigned bit;
} known[] = {
	{ "f", 0 }, { "d", 0 }, { "c", 1 }, { "v", 2 }, { "zba", 3 }, { "zbb", 4 }, { "zbs", 5 }, { "zicboz", 6 }, { "zbc", 7 },
	{ "zbkb", 8 },
	{ "zbkc", 9 }, { "zbkx", 10 }, { "zknd", 11 }, { "zkne", 12 }, { "zknh", 13 }, { "zksed", 14 }, { "zksh", 15 }, { "zkt", 16 },
	{ "zvbb", 17 }, { "zvbc", 18 }, { "zvkb", 19 }, { "zvkg", 20 }, { "zvkned", 21 }, { "zvknha", 22 }, { "zvknhb", 23 },
	{ "zvksed", 24 }, { "zvksh", 25 }, { "zvkt", 26 }, { "zfh", 27 }, { "zfhmin", 28 }, { "zihintntl", 29 }, { "zvfh", 30 },
	{ "zvfhmin", 31 }, { "zfa", 32 }, { "ztso", 33 }, { "zacas", 34 }, { "zicond", 35 }, { "zihintpause", 36 },
};

const char *at_cpu_arch(void)
{
	return "riscv64";
}

static bool ask(struct pair *pair)
{
	return !syscall(HWPROBE, pair, 1, 0, NULL, 0) && pair->key >= 0;
}

static void read_hwprobe(struct at_cpu *cpu)
{
	struct pair vendor = { KEY_VENDOR, 0 }, arch = { KEY_ARCH, 0 }, implementation = { KEY_IMPLEMENTATION, 0 };
	struct pair extensions = { KEY_EXTENSIONS, 0 }, misaligned = { KEY_MISALIGNED, 0 }, performance = { KEY_PERFORMANCE, 0 };

	if (ask(&extensions))
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			if (extensions.value >> known[i].bit & 1)
				at_cpu_extension(cpu, known[i].name)->hwprobe = AT_CLAIMS;
	if (cpu->emulated)
		return;
	if (ask(&vendor) && ask(&arch)) {
		cpu->has_ids = true;
		cpu->mvendorid = vendor.value;
		cpu->marchid = arch.value;
		cpu->mimpid = ask(&implementation) ? implementation.value : 0;
	}
	if (!ask(&misaligned) && ask(&performance))
		misaligned.value = performance.value & 7;
	if (misaligned.value <= AT_MISALIGNED_UNSUPPORTED)
		cpu->misaligned.speed = (enum at_misaligned_speed)misaligned.value;
}

/* "rv64imafdcv_zicsr_zba_…": single letters, then names after underscores. */
static void read_isa(struct at_cpu *cpu, const char *text, size_t length)
{
	static const char *const letters[] = { "i", "m", "a", "f", "d", "c", "v" };
	size_t single = strcspn(text, "_\n");

	if (length < 4 || strncmp(text, "rv64", 4))
		return;
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (memchr(text + 4, *letters[i], (single < length ? single : length) - 4) || (strchr("imafd", *letters[i]) &&
				memchr(text + 4, 'g', (single < length ? single : length) - 4)))
			at_cpu_extension(cpu, letters[i])->cpuinfo = AT_CLAIMS;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		char *name = at_format("_%s", known[i].name);
		size_t wanted = strlen(name);
		for (size_t at = single; at + wanted <= length; at++)
			if (known[i].name[1] && !strncmp(text + at, name, wanted) && (at + wanted == length || text[at + wanted] == '_'))
				at_cpu_extension(cpu, known[i].name)->cpuinfo = AT_CLAIMS;
		free(name);
	}
}

static uint64_t number_of(const char *text, const char *key, bool *found)
{
	size_t length;
	const char *value = at_cpuinfo_value(text, key, &length);

	*found = value != NULL;
	return value ? strtoull(value, NULL, 0) : 0;
}

/* Under an emulator this text is the host's. */
static void read_cpuinfo(struct at_cpu *cpu)
{
	struct at_buffer text = AT_BUFFER_INIT;
	size_t length;
	bool vendor, arch, implementation;

	if (!cpu->emulated && !at_buffer_read_file(&text, "/proc/cpuinfo", 16 << 20) && text.length) {
		const char *value = at_cpuinfo_value(text.data, "isa", &length);
		if (value)
			read_isa(cpu, value, length);
		value = at_cpuinfo_value(text.data, "uarch", &length);
		if (value && length < sizeof cpu->uarch)
			memcpy(cpu->uarch, value, length);
		uint64_t ids[3] = { number_of(text.data, "mvendorid", &vendor), number_of(text.data, "marchid", &arch),
			number_of(text.data, "mimpid", &implementation) };
		if (!cpu->has_ids && vendor && arch) {
			cpu->has_ids = true;
			cpu->mvendorid = ids[0];
			cpu->marchid = ids[1];
			cpu->mimpid = ids[2];
		}
	}
	at_buffer_free(&text);
}

/* The property is a row of texts, each with its NUL. */
static void read_device_tree(struct at_cpu *cpu)
{
	struct at_buffer text = AT_BUFFER_INIT;

	if (!cpu->emulated && !at_buffer_read_file(&text, "/proc/device-tree/cpus/cpu@0/compatible", 4096))
		for (size_t at = 0; at < text.length; at += strlen(text.data + at) + 1)
			if (text.data[at])
				at_argv_push(&cpu->compatible, text.data + at);
	at_buffer_free(&text);
}

void at_cpu_arch_read(struct at_cpu *cpu)
{
	static const char *const base[] = { "i", "m", "a", "f", "d", "c" };
	unsigned long hwcap = getauxval(AT_HWCAP);

	for (size_t i = 0; i < sizeof base / sizeof *base; i++)
		if (hwcap >> (*base[i] - 'a') & 1)
			at_cpu_extension(cpu, base[i])->hwcap = AT_CLAIMS;
	if (hwcap >> ('v' - 'a') & 1)
		at_cpu_extension(cpu, "v")->hwcap = AT_CLAIMS;
	read_hwprobe(cpu);
	read_cpuinfo(cpu);
	read_device_tree(cpu);
	cpu->core = at_core_riscv(cpu->compatible.word, cpu->compatible.count, cpu->uarch, cpu->has_ids, cpu->mvendorid, cpu->marchid);
}

void at_cpu_arch_settle(struct at_cpu *cpu)
{
	(void)cpu;
}

#endif
