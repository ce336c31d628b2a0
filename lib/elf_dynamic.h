/* The relocations that the dynamic linker carries out when a program or library is loaded, one after another. */
#ifndef ATESOR_ELF_DYNAMIC_H
#define ATESOR_ELF_DYNAMIC_H

#include "elf_file.h"

/* Where a walk is; {0} before the first. */
struct at_dynamic_relocs {
	size_t section;      /* the table's */
	Elf_Data *data;
	bool addends;        /* it is RELA, not REL */
	int next;
};

/* The next one, false after the last. Those of a table without addends have an addend of 0. */
bool at_next_dynamic_reloc(const struct at_elf *elf, struct at_dynamic_relocs *walk, GElf_Rela *reloc);

#endif
