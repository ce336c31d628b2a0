/* What the dynamic linker sees of a program or library: its name, what it needs, what it exports. */
#ifndef ATESOR_ELF_ABI_H
#define ATESOR_ELF_ABI_H

#include "argv.h"
#include "elf_file.h"
#include "sha256.h"

struct at_export {
	char *name;            /* with its version: "f@@V2" is the default, "f@V1" is not */
	const char *kind;      /* "func", "object", "tls", "version" or "notype"; an ifunc is a func: callers cannot tell */
	uint64_t size;         /* of objects and TLS: programs hold copies of that size; 0 for others */
};

struct at_abi {
	bool dynamic, pie;     /* there is a dynamic segment; it says DF_1_PIE */
	char *soname, *rpath, *runpath;          /* NULL where there is none */
	struct at_argv needed;                   /* in order */
	struct at_argv versions;                 /* version definitions, sorted, without the base version */
	struct at_export *exports;               /* sorted by name */
	size_t export_count;
	char exports_sha256[AT_SHA256_HEX];      /* of name, kind, size of each; "" where there are none */
	bool exports_broken;                     /* the tables could not be read whole */
};

void at_abi_read(const struct at_elf *elf, struct at_abi *abi);
void at_abi_free(struct at_abi *abi);

#endif
