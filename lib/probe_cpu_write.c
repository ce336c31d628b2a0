/* The CPU's facts as members of a JSON object. */
#include <inttypes.h>
#include <stdlib.h>

#include "alloc.h"
#include "probe_cpu.h"

static void write_hex(const char *key, uint64_t number, struct at_json *json)
{
	char *text = at_format("0x%" PRIx64, number);

	at_json_text(json, key, text);
	free(text);
}

static void write_identity(const struct at_cpu *cpu, struct at_json *json)
{
	if (!cpu->identified && !cpu->has_midr && !cpu->has_ids && !*cpu->uarch && !cpu->compatible.count)
		return;
	at_json_object(json, "cpu");
	if (cpu->identified) {
		at_json_text(json, "vendor", cpu->vendor);
		at_json_uint(json, "family", cpu->family);
		at_json_uint(json, "model", cpu->model);
		at_json_uint(json, "stepping", cpu->stepping);
	}
	if (cpu->has_midr) {
		write_hex("implementer", cpu->implementer, json);
		write_hex("part", cpu->part, json);
		at_json_uint(json, "variant", cpu->variant);
		at_json_uint(json, "revision", cpu->revision);
	}
	if (cpu->has_ids) {
		write_hex("mvendorid", cpu->mvendorid, json);
		write_hex("marchid", cpu->marchid, json);
		write_hex("mimpid", cpu->mimpid, json);
	}
	if (*cpu->uarch)
		at_json_text(json, "uarch", cpu->uarch);
	if (cpu->compatible.count) {
		at_json_array(json, "compatible");
		for (size_t i = 0; i < cpu->compatible.count; i++)
			at_json_text(json, NULL, cpu->compatible.word[i]);
		at_json_end(json);
	}
	if (*cpu->name)
		at_json_text(json, "name", cpu->name);
	at_json_end(json);
}

static void write_core(const struct at_cpu *cpu, struct at_json *json)
{
	static const char *const how[] = { "absent", "inferred", "detected" };

	at_json_object(json, "core");
	at_json_text(json, "how", how[cpu->core.certainty]);
	if (cpu->core.id)
		at_json_text(json, "id", cpu->core.id);
	at_json_array(json, "tune_names");
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		at_json_text(json, NULL, name);
	at_json_end(json);
	at_json_end(json);
}

/* The bytes of a vector register, as the trial that used one found it; 0: none. */
static uint64_t vector_bytes(const struct at_cpu *cpu)
{
	uint64_t bytes = 0;

	for (size_t i = 0; i < cpu->extensions; i++)
		if (cpu->extension[i].trial == AT_WORKS && cpu->extension[i].value)
			bytes = cpu->extension[i].value;
	return bytes;
}

static void write_isa(const struct at_cpu *cpu, struct at_json *json)
{
	if (!cpu->extensions)
		return;
	at_json_object(json, "isa");
	at_json_array(json, "flags");
	for (size_t i = 0; i < cpu->flags.count; i++)
		at_json_text(json, NULL, cpu->flags.word[i]);
	at_json_end(json);
	if (cpu->level)
		at_json_uint(json, "level", cpu->level);
	if (vector_bytes(cpu))
		at_json_uint(json, "vector_bits", 8 * vector_bytes(cpu));
	at_extensions_write(cpu->extension, cpu->extensions, json);
	at_json_end(json);
}

static void write_findings(const struct at_cpu *cpu, struct at_json *json)
{
	struct at_warnings findings = { 0 };

	at_extensions_findings(cpu->extension, cpu->extensions, &findings);
	if (!cpu->extensions)
		at_warnings_add(&findings, "cpu_not_probed", "a CPU of %s cannot be identified here: core and instruction sets are not known",
				at_cpu_arch());
	else if (cpu->core.certainty == AT_ABSENT && !cpu->emulated)
		at_warnings_add(&findings, "core_unknown", "the core table does not have this CPU: there is no name for -mtune");
	else if (cpu->several_parts)
		at_warnings_add(&findings, "several_cores",
				"the allowed CPUs are of several kinds: the core is that of the highest one, which timed runs use");
	at_json_array(json, "findings");
	for (size_t i = 0; i < findings.count; i++) {
		at_json_object(json, NULL);
		at_json_text(json, "code", findings.list[i].code);
		at_json_text(json, "text", findings.list[i].text);
		at_json_end(json);
	}
	at_json_end(json);
	at_warnings_free(&findings);
}

void at_cpu_write(const struct at_cpu *cpu, struct at_json *json)
{
	at_json_text(json, "arch", at_cpu_arch());
	write_identity(cpu, json);
	write_core(cpu, json);
	write_isa(cpu, json);
	at_misaligned_write(&cpu->misaligned, json);
	if (cpu->virtual_known) {
		at_json_bool(json, "hypervisor", cpu->virtual_machine);
		if (*cpu->hypervisor)
			at_json_text(json, "hypervisor_name", cpu->hypervisor);
	}
	write_findings(cpu, json);
}
