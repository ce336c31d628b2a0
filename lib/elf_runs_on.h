/* Would a file run on a machine: does the machine have the extensions whose instructions are in the file? */
#ifndef ATESOR_ELF_RUNS_ON_H
#define ATESOR_ELF_RUNS_ON_H

#include "elf_facts.h"
#include "json.h"

struct at_target {
	const struct at_isa *isa;
	bool has[AT_ISA_CLASSES];
};

/* A level with extensions ("x86-64-v3", "armv8.2-a+sve", "rv64gc_zba", "rva22u64"), or the machine document in the file of
 * that name ("-": stdin), read by jq. NULL, or what is wrong (the caller frees). */
char *at_target_read(struct at_target *target, const char *name);

/* Adds `missing`, and `missing_outside` where unwind ranges tell what lies outside of functions. Returns whether any is. The
 * file's instructions are the target's. */
bool at_missing_report(struct at_json *json, const struct at_classes *classes, const struct at_classes *base,
		const struct at_target *target);

/* Adds the object for one file: `runs`, and per missing class how many instructions need it, beyond those that `base` (may
 * be NULL) has too. Returns `runs`. The file was read without a problem. */
bool at_runs_on_report(struct at_json *json, const char *path, const struct at_file *file, const struct at_file *base,
		const struct at_target *target);

#endif
