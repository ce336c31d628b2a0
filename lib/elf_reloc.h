/* The relocations of one executable section, and which bits of the code each of them fills in. */
#ifndef ATESOR_ELF_RELOC_H
#define ATESOR_ELF_RELOC_H

#include "elf_file.h"
#include "sha256.h"

struct at_reloc {
	uint64_t offset;          /* within the section */
	int64_t addend;
	uint32_t type, symbol;    /* symbol: index in the symbol table */
};

struct at_relocs {
	struct at_reloc *reloc;   /* ascending by offset */
	size_t count;
	size_t symbols;           /* section index of the symbol table */
	uint16_t machine;
	bool mask;                /* the addends are in the relocations (RELA), so the fields can be masked */
};

/* For each section the section that holds its relocations, 0 where there are none; the caller frees. Of a linked file only
 * those that --emit-relocs kept, never the dynamic ones. A section with several such tables has the last of them; no tool
 * that is known makes that. */
uint32_t *at_reloc_tables(const struct at_elf *elf);
/* Reads the relocations in section `table` (0: none), whose code lies at `address` in a linked file. 0, or -1: they cannot be
 * compared (too many, or without a readable symbol table). `budget`: bytes that may still be looked at in this file; likewise
 * below. */
int at_relocs_read(const struct at_elf *elf, size_t table, uint64_t address, struct at_relocs *relocs, uint64_t *budget);
/* Clears the filled-in bits in `count` bytes that lie `at` bytes into the section. */
void at_relocs_mask(const struct at_relocs *relocs, uint64_t at, unsigned char *bytes, size_t count);
/* Adds offset, type, symbol name and addend of each. 0, or -1: too much text to compare. */
int at_relocs_hash(const struct at_relocs *relocs, const struct at_elf *elf, struct at_sha256 *hash, uint64_t *budget);
void at_relocs_free(struct at_relocs *relocs);

#endif
