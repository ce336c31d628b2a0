#include "elf_runs_on.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "filter.h"

static const struct at_isa *const isas[] = { &at_isa_x86, &at_isa_aarch64, &at_isa_riscv };

enum { ISAS = sizeof isas / sizeof *isas, DOCUMENT_LIMIT = 1 << 20 };

/* The instruction set whose level or arch string `name` begins with. NULL: none. */
static const struct at_isa *isa_of(const char *name)
{
	size_t length = strcspn(name, " ");

	for (size_t i = 0; i < ISAS; i++) {
		char *words = isas[i]->split ? isas[i]->split(name, length) : NULL;
		bool known = words || at_isa_level(isas[i], name, length);
		free(words);
		if (known)
			return isas[i];
	}
	return NULL;
}

static char *read_level(struct at_target *target, const char *name)
{
	char *words = at_strdup(name), *problem = NULL;
	const char *unknown;
	size_t length = 0;

	for (char *plus = words; (plus = strchr(plus, '+'));)
		*plus = ' ';
	target->isa = isa_of(words);
	if (target->isa && (unknown = at_isa_has(target->isa, words, target->has, &length)))
		problem = at_format("unknown extension '%.*s' in '%s'", (int)length, unknown, name);
	free(words);
	return problem;
}

/* The filter prints the architecture, then what the machine has, names without instructions of their own (erms) among it. */
static char *read_document(struct at_target *target, const char *path)
{
	static const struct {
		const char *arch;
		const struct at_isa *isa;
	} arches[] = {
		{ "x86_64 ", &at_isa_x86 }, { "i386 ", &at_isa_x86 }, { "aarch64 ", &at_isa_aarch64 }, { "riscv64 ", &at_isa_riscv },
	};
	struct at_buffer words = AT_BUFFER_INIT;
	char *problem = NULL;
	size_t length;

	if (at_filter_run("program/machine", path, DOCUMENT_LIMIT, &words, &problem))
		return problem;
	at_buffer_byte(&words, ' ');
	for (char *line = words.data; (line = strchr(line, '\n'));)
		*line = ' ';
	for (size_t i = 0; i < sizeof arches / sizeof *arches; i++)
		if (!strncmp(words.data, arches[i].arch, strlen(arches[i].arch)))
			target->isa = arches[i].isa;
	if (target->isa)
		at_isa_has(target->isa, words.data, target->has, &length);
	else
		problem = at_format("'%s' is the document of a machine whose instructions are not known here (%.*s)", path,
				(int)strcspn(words.data, " "), words.data);
	at_buffer_free(&words);
	return problem;
}

char *at_target_read(struct at_target *target, const char *name)
{
	*target = (struct at_target){ 0 };
	char *problem = read_level(target, name);
	if (target->isa)
		return problem;
	if (strcmp(name, "-") != 0 && access(name, R_OK))
		return at_format("'%s' is neither a level (such as x86-64-v3, rva22u64, armv8.2-a) nor a readable machine document", name);
	/* jq gets a file; our standard input is one, under another name. */
	char *path = strcmp(name, "-") != 0 ? at_strdup(name) : at_format("/proc/%ld/fd/0", (long)getpid());
	problem = read_document(target, path);
	free(path);
	return problem;
}

static uint64_t beyond(const struct at_isa_counts *counts, const struct at_isa_counts *base, size_t class)
{
	uint64_t had = base ? base->class[class] : 0;

	return counts->class[class] > had ? counts->class[class] - had : 0;
}

static bool put_missing(struct at_json *json, const char *key, const struct at_isa_counts *counts, const struct at_isa_counts *base,
		const struct at_target *target)
{
	bool any = false;

	at_json_object(json, key);
	for (size_t i = 0; i < target->isa->class_count; i++)
		if (!target->has[i] && !target->isa->class[i].harmless && beyond(counts, base, i)) {
			at_json_uint(json, target->isa->class[i].name, beyond(counts, base, i));
			any = true;
		}
	at_json_end(json);
	return any;
}

bool at_missing_report(struct at_json *json, const struct at_classes *classes, const struct at_classes *base,
		const struct at_target *target)
{
	bool missing = put_missing(json, "missing", &classes->all, base ? &base->all : NULL, target);

	if (classes->has_unwind && missing)
		put_missing(json, "missing_outside", &classes->outside, base && base->has_unwind ? &base->outside : NULL, target);
	return missing;
}

bool at_runs_on_report(struct at_json *json, const char *path, const struct at_file *file, const struct at_file *base,
		const struct at_target *target)
{
	const struct at_classes *classes = &file->elf.classes;
	const char *reason = NULL;
	bool missing = false;

	if (file->mixed_machines)
		reason = "members for several machines";
	else if (!file->elf.has_header)
		reason = "no machine code";
	else if (classes->isa != target->isa)
		reason = "for another machine";

	at_json_object(json, NULL);
	at_json_text(json, "path", path);
	if (!reason) {
		missing = at_missing_report(json, classes, base ? &base->elf.classes : NULL, target);
		reason = missing ? "needs extensions that the machine lacks" : NULL;
		at_json_uint(json, "swept_bytes", classes->swept_bytes);
		at_json_uint(json, "total_bytes", classes->total_bytes);
		at_json_uint(json, "undecoded_bytes", classes->all.undecoded_bytes - classes->outside.undecoded_bytes);
	}
	if (reason)
		at_json_text(json, "reason", reason);
	at_json_bool(json, "runs", !reason);
	at_json_end(json);
	return !reason;
}
