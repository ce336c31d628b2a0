/* Which addresses of a file hold functions, and which hold data among the code: address ranges from .eh_frame and from the
 * mapping symbols ($x, $d) of AArch64 and RISC-V. */
#ifndef ATESOR_ELF_RANGES_H
#define ATESOR_ELF_RANGES_H

#include "elf_file.h"

struct at_range {
	uint64_t start, end;      /* end is the first address behind it */
};

/* Ascending, not overlapping, not touching. */
struct at_ranges {
	struct at_range *range;
	size_t count;
};

/* The unwind ranges of a linked file. None: count 0 (an object: its table is not relocated yet). */
void at_unwind_ranges(const struct at_elf *elf, struct at_ranges *ranges);

/* The mapping symbols, by section and address. Without any, all of a section counts as code. */
struct at_marks {
	struct at_mark *mark;
	size_t count;
};

void at_marks_read(const struct at_elf *elf, struct at_marks *marks);
void at_marks_free(struct at_marks *marks);
/* The data between the code of section `index`, which lies at `address` and is `bytes` long. */
void at_data_ranges(const struct at_marks *marks, size_t index, uint64_t address, uint64_t bytes, struct at_ranges *ranges);
/* The first range that ends behind `address`; `count` if there is none. */
size_t at_ranges_find(const struct at_ranges *ranges, uint64_t address);
void at_ranges_free(struct at_ranges *ranges);

#endif
