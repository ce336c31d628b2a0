#include "probe.h"

#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "cpus.h"
#include "probe_compiler.h"
#include "probe_cpu.h"
#include "probe_languages.h"
#include "probe_system.h"
#include "probe_target.h"

/* What compilers are called that build for the probed machine: "riscv64-linux-gnu-", or nothing. Allocated. */
static char *prefix_of(const struct at_probe_order *order)
{
	if (!order->target)
		return at_strdup("");
	return order->triplet ? at_format("%s-", order->triplet) : at_format("%s-linux-gnu-", order->target);
}

/* Writes the CPU's members; of an emulated one `cpu` gets no more than that. */
static int write_cpu(const struct at_probe_order *order, struct at_cpu *cpu, struct at_json *json, char **error)
{
	struct at_buffer members = AT_BUFFER_INIT;

	if (!order->target) {
		at_cpu_read(cpu, false);
		at_cpu_try(cpu, &order->misaligned);
		at_cpu_write(cpu, json);
		return 0;
	}
	*cpu = (struct at_cpu){ .emulated = true };
	if (at_probe_target(&order->run, order->target, &members, error))
		return -1;
	at_json_members(json, members.data, members.length);
	at_buffer_free(&members);
	return 0;
}

static void write_compilers(const struct at_probe_order *order, const struct at_cpu *cpu, struct at_json *json,
		struct at_warnings *warnings)
{
	struct at_compilers compilers;
	char *prefix = prefix_of(order);

	at_compilers_find(&compilers, prefix);
	if (!compilers.count)
		at_warnings_add(warnings, "no_compiler", "PATH has neither %sgcc nor %sclang", prefix, prefix);
	at_compilers_write(&compilers, cpu, !order->no_cache, json, warnings);
	at_compilers_free(&compilers);
	free(prefix);
}

int at_probe_write(const struct at_probe_order *order, struct at_json *json, char **error)
{
	struct at_warnings warnings = { 0 };
	struct at_cpu cpu;

	*error = NULL;
	at_json_object(json, NULL);
	at_json_text(json, "kind", order->target ? "emulated" : "native");
	int failed = write_cpu(order, &cpu, json, error);
	if (!failed && order->target) {
		at_json_array(json, "emulator");
		for (size_t i = 0; i < order->run.count; i++)
			at_json_text(json, NULL, order->run.word[i]);
		at_json_end(json);
		if (getenv("QEMU_CPU"))
			at_json_text(json, "emulator_cpu", getenv("QEMU_CPU"));
		at_json_bool(json, "binfmt", at_probe_binfmt(order->target));
	}
	if (!failed && !order->no_compilers) {
		write_compilers(order, &cpu, json, &warnings);
		at_languages_write(order->target, &cpu, json);
	}
	if (!failed)
		at_system_write(order->target != NULL, json, &warnings);
	at_warnings_write(&warnings, json);
	at_json_end(json);
	at_cpu_free(&cpu);
	at_warnings_free(&warnings);
	return failed;
}

/* Each part ends with a NUL, so that no two lists of parts give the same bytes. */
static void add_text(struct at_buffer *facts, const char *text)
{
	at_buffer_text(facts, text);
	at_buffer_byte(facts, '\0');
}

static void add_cpu(struct at_buffer *facts)
{
	struct at_cpu cpu;

	at_cpu_read(&cpu, false);
	add_text(facts, at_cpu_arch());
	add_text(facts, cpu.vendor);
	add_text(facts, cpu.name);
	at_buffer_printf(facts, "%u %u %u %u %u %u %u", cpu.family, cpu.model, cpu.stepping, cpu.implementer, cpu.part, cpu.variant,
			cpu.revision);
	at_buffer_printf(facts, " %llu %llu %llu", (unsigned long long)cpu.mvendorid, (unsigned long long)cpu.marchid,
			(unsigned long long)cpu.mimpid);
	add_text(facts, cpu.uarch);
	for (size_t i = 0; i < cpu.flags.count; i++)
		add_text(facts, cpu.flags.word[i]);
	at_cpu_free(&cpu);
}

/* The file that a word of the emulator names decides too: another version of it is another machine. */
static void add_emulator(struct at_buffer *facts, const struct at_probe_order *order)
{
	const char *model = getenv("QEMU_CPU");

	if (!order->target)
		return;
	add_text(facts, order->target);
	add_text(facts, model ? model : "no model");
	for (size_t i = 0; i < order->run.count; i++)
		add_text(facts, order->run.word[i]);
	if (order->run.count)
		at_fingerprint_program(facts, order->run.word[0]);
	char *registered = at_format("/proc/sys/fs/binfmt_misc/qemu-%s", order->target);
	add_text(facts, access(registered, R_OK) ? "no binfmt" : "binfmt");
	free(registered);
}

static void add_compilers(struct at_buffer *facts, const struct at_probe_order *order)
{
	struct at_compilers compilers;
	char *prefix = prefix_of(order);

	at_compilers_find(&compilers, prefix);
	free(prefix);
	for (size_t i = 0; i < compilers.count; i++) {
		const struct at_compiler *compiler = &compilers.list[i];
		for (size_t n = 0; n < compiler->names.count; n++)
			add_text(facts, compiler->names.word[n]);
		add_text(facts, compiler->path);
		at_buffer_printf(facts, "%lld %lld.%09ld", (long long)compiler->status.st_size, (long long)compiler->status.st_mtim.tv_sec,
				compiler->status.st_mtim.tv_nsec);
	}
	at_compilers_free(&compilers);
	at_fingerprint_program(facts, "go");
	at_fingerprint_program(facts, "rustc");
}

int at_probe_fingerprint(const struct at_probe_order *order, char hex[AT_SHA256_HEX])
{
	struct at_buffer facts = AT_BUFFER_INIT;
	struct at_cpus cpus;
	struct at_sha256 hash;
	struct utsname name;

	if (uname(&name) || at_cpus_allowed(&cpus))
		return -1;
	add_text(&facts, "atesor-fingerprint 2");
	add_cpu(&facts);
	for (size_t i = 0; i < cpus.count; i++)
		at_buffer_printf(&facts, "%d ", cpus.cpu[i]);
	add_text(&facts, name.release);
	add_emulator(&facts, order);
	add_compilers(&facts, order);
	at_sha256_init(&hash);
	at_sha256_add(&hash, facts.data, facts.length);
	at_sha256_hex(&hash, hex);
	at_cpus_free(&cpus);
	at_buffer_free(&facts);
	return 0;
}
