/* What a build left written in the file about itself: build-id, the x86 properties, the RISC-V attributes. */
#ifndef ATESOR_ELF_NOTES_H
#define ATESOR_ELF_NOTES_H

#include "elf_file.h"

struct at_notes {
	char *build_id;                 /* hex; NULL if there is none. Everything below likewise */
	bool x86_has_isa, x86_has_features;
	uint32_t x86_isa_needed;        /* bit n: x86-64-v(n+1); says what the linker was told, proves nothing about the code */
	uint32_t x86_features;          /* bit 0: ibt, bit 1: shstk */
	char *riscv_arch;               /* "rv64i2p1_m2p0…"; absent in a stripped file */
	bool riscv_has_unaligned, riscv_unaligned;
};

void at_notes_read(const struct at_elf *elf, struct at_notes *notes);
void at_notes_free(struct at_notes *notes);

#endif
