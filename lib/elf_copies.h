/* A program's copies of a library's data: where the linker gave the program room for a variable of a library, which the dynamic linker
 * fills (relocations R_*_COPY), the dynamic symbols of that place stand in the program. One compiler has such copies made (code that
 * reads the variable directly) and another not (code that goes through a table): they are no exports. */
#ifndef ATESOR_ELF_COPIES_H
#define ATESOR_ELF_COPIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_file.h"

struct at_copies {
	uint64_t *address;      /* of the copies, ascending */
	size_t count;
};

/* Reads them; none of a machine that is not known. End with at_copies_free. */
void at_copies_read(const struct at_elf *elf, struct at_copies *copies);
void at_copies_free(struct at_copies *copies);

/* Is there a copy? Names of one variable (environ, __environ) have one relocation and one address. */
bool at_is_copy(const struct at_copies *copies, uint64_t address);

#endif
