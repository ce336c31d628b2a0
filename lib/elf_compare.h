/* A tune against its baseline: is it the same code, which instructions did it gain, did its interface change. */
#ifndef ATESOR_ELF_COMPARE_H
#define ATESOR_ELF_COMPARE_H

#include "elf_facts.h"
#include "elf_runs_on.h"
#include "json.h"

/* Which hash shows that both are the same code ("code_sha256", "code_relocated_sha256"); NULL: they are not, or it cannot be
 * shown. */
const char *at_same_code(const struct at_file *base, const struct at_file *tune);

/* One object; atesor-elf.1 lists the keys. Both files were read without a problem. With a target (may be NULL) also what it lacks
 * of the instructions that the tune has beyond the baseline. */
void at_compare_report(struct at_json *json, const char *base_path, const struct at_file *base, const char *tune_path,
		const struct at_file *tune, const struct at_target *target);

#endif
