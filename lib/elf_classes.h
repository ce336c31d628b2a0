/* The instructions of an ELF image by extension, over its executable sections, in functions (inside of unwind ranges) and
 * elsewhere. What lies elsewhere may be data (tables in .text, as in libcrypto), so it is counted apart. */
#ifndef ATESOR_ELF_CLASSES_H
#define ATESOR_ELF_CLASSES_H

#include "elf_code.h"
#include "isa.h"

struct at_classes {
	const struct at_isa *isa;           /* NULL: no decoder for the machine, or not asked for; then all is 0 */
	struct at_isa_counts all, outside;  /* outside: only with has_unwind */
	bool has_unwind;
	uint64_t total_bytes, swept_bytes;  /* of code; fewer swept: the limit was reached */
	uint64_t data_bytes;                /* marked as data by mapping symbols: part of swept_bytes, not decoded */
};

/* Sweeps at most `limit` bytes, with at most so many threads: the counts are the same with any number. NULL, or what is wrong (the
 * caller frees). */
char *at_classes_read(const struct at_elf *elf, const struct at_code *code, uint64_t limit, uint64_t threads,
		struct at_classes *classes);

/* Adds another image's counts (of an archive's member). False if it is for another machine. */
bool at_classes_add(struct at_classes *sum, const struct at_classes *part);

/* The lowest level that has all classes of the counts, NULL if none has. `beyond` (may be NULL) is set for each class that is
 * counted and is in no level. */
const char *at_classes_level(const struct at_classes *classes, bool beyond[AT_ISA_CLASSES]);

#endif
