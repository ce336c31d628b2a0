#include "probe.h"

#include <sys/utsname.h>

#include "buffer.h"
#include "cpus.h"
#include "probe_compiler.h"
#include "probe_cpu.h"
#include "probe_system.h"

static const char *certainty(enum at_certainty how)
{
	return how == AT_DETECTED ? "detected" : how == AT_INFERRED ? "inferred" : "absent";
}

static void write_cpu(const struct at_cpu *cpu, struct at_json *json)
{
	if (!cpu->identified)
		return;
	at_json_object(json, "cpu");
	at_json_text(json, "vendor", cpu->vendor);
	at_json_uint(json, "family", cpu->family);
	at_json_uint(json, "model", cpu->model);
	at_json_uint(json, "stepping", cpu->stepping);
	if (*cpu->name)
		at_json_text(json, "name", cpu->name);
	at_json_end(json);
}

static void write_core(const struct at_cpu *cpu, struct at_json *json)
{
	at_json_object(json, "core");
	at_json_text(json, "how", certainty(cpu->core.certainty));
	if (cpu->core.id)
		at_json_text(json, "id", cpu->core.id);
	at_json_array(json, "tune_names");
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		at_json_text(json, NULL, name);
	at_json_end(json);
	at_json_end(json);
}

static void write_isa(const struct at_cpu *cpu, struct at_json *json)
{
	if (!cpu->flags.count)
		return;
	at_json_object(json, "isa");
	at_json_array(json, "flags");
	for (size_t i = 0; i < cpu->flags.count; i++)
		at_json_text(json, NULL, cpu->flags.word[i]);
	at_json_end(json);
	if (cpu->level)
		at_json_uint(json, "level", cpu->level);
	at_json_end(json);
}

static void write_hypervisor(const struct at_cpu *cpu, struct at_json *json)
{
	if (!cpu->virtual_known)
		return;
	at_json_bool(json, "hypervisor", cpu->virtual_machine);
	if (*cpu->hypervisor)
		at_json_text(json, "hypervisor_name", cpu->hypervisor);
}

void at_probe_write(struct at_json *json)
{
	struct at_warnings warnings = { 0 };
	struct at_compilers compilers;
	struct at_cpu cpu;

	at_cpu_probe(&cpu, &warnings);
	at_compilers_find(&compilers);
	if (!compilers.count)
		at_warnings_add(&warnings, "no_compiler", "PATH has neither gcc nor clang");
	at_json_object(json, NULL);
	at_json_text(json, "kind", "native");
	at_json_text(json, "arch", at_cpu_arch());
	write_cpu(&cpu, json);
	write_core(&cpu, json);
	write_isa(&cpu, json);
	at_compilers_write(&compilers, &cpu, json, &warnings);
	at_system_write(json, &warnings);
	write_hypervisor(&cpu, json);
	at_warnings_write(&warnings, json);
	at_json_end(json);
	at_compilers_free(&compilers);
	at_cpu_free(&cpu);
	at_warnings_free(&warnings);
}

/* Each part ends with a NUL, so that no two lists of parts give the same bytes. */
static void add_text(struct at_buffer *facts, const char *text)
{
	at_buffer_text(facts, text);
	at_buffer_byte(facts, '\0');
}

static void add_cpu(struct at_buffer *facts)
{
	struct at_warnings warnings = { 0 };
	struct at_cpu cpu;

	at_cpu_probe(&cpu, &warnings);
	add_text(facts, at_cpu_arch());
	add_text(facts, cpu.vendor);
	add_text(facts, cpu.name);
	at_buffer_printf(facts, "%u %u %u", cpu.family, cpu.model, cpu.stepping);
	for (size_t i = 0; i < cpu.flags.count; i++)
		add_text(facts, cpu.flags.word[i]);
	at_cpu_free(&cpu);
	at_warnings_free(&warnings);
}

static void add_compilers(struct at_buffer *facts)
{
	struct at_compilers compilers;

	at_compilers_find(&compilers);
	for (size_t i = 0; i < compilers.count; i++) {
		const struct at_compiler *compiler = &compilers.list[i];
		for (size_t n = 0; n < compiler->names.count; n++)
			add_text(facts, compiler->names.word[n]);
		add_text(facts, compiler->path);
		at_buffer_printf(facts, "%lld %lld.%09ld", (long long)compiler->status.st_size, (long long)compiler->status.st_mtim.tv_sec,
				compiler->status.st_mtim.tv_nsec);
	}
	at_compilers_free(&compilers);
}

int at_probe_fingerprint(char hex[AT_SHA256_HEX])
{
	struct at_buffer facts = AT_BUFFER_INIT;
	struct at_cpus cpus;
	struct at_sha256 hash;
	struct utsname name;

	if (uname(&name) || at_cpus_allowed(&cpus))
		return -1;
	add_text(&facts, "atesor-fingerprint 1");
	add_cpu(&facts);
	for (size_t i = 0; i < cpus.count; i++)
		at_buffer_printf(&facts, "%d ", cpus.cpu[i]);
	add_text(&facts, name.release);
	add_compilers(&facts);
	at_sha256_init(&hash);
	at_sha256_add(&hash, facts.data, facts.length);
	at_sha256_hex(&hash, hex);
	at_cpus_free(&cpus);
	at_buffer_free(&facts);
	return 0;
}
