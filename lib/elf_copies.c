#include "elf_copies.h"

#include <stdlib.h>

#include "alloc.h"
#include "elf_dynamic.h"

static const struct {
	uint16_t machine;
	uint32_t type;
} copying[] = {
	{ EM_X86_64, R_X86_64_COPY }, { EM_AARCH64, R_AARCH64_COPY }, { EM_RISCV, R_RISCV_COPY }, { EM_386, R_386_COPY },
	{ EM_ARM, R_ARM_COPY }, { EM_PPC64, R_PPC64_COPY }, { EM_S390, R_390_COPY },
};

static int by_address(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static void add_copy(struct at_copies *copies, uint64_t address)
{
	if ((copies->count & (copies->count - 1)) == 0)
		copies->address = at_resize(copies->address, copies->count ? copies->count * 2 : 1, sizeof *copies->address);
	copies->address[copies->count++] = address;
}

void at_copies_read(const struct at_elf *elf, struct at_copies *copies)
{
	struct at_dynamic_relocs walk = { 0 };
	uint32_t type = 0;
	GElf_Rela reloc;

	*copies = (struct at_copies){ 0 };
	for (size_t i = 0; i < sizeof copying / sizeof *copying; i++)
		if (copying[i].machine == elf->header.e_machine)
			type = copying[i].type;
	while (type && at_next_dynamic_reloc(elf, &walk, &reloc))
		if (GELF_R_TYPE(reloc.r_info) == type)
			add_copy(copies, reloc.r_offset);
	if (copies->count)
		qsort(copies->address, copies->count, sizeof *copies->address, by_address);
}

void at_copies_free(struct at_copies *copies)
{
	free(copies->address);
}

bool at_is_copy(const struct at_copies *copies, uint64_t address)
{
	return copies->count && bsearch(&address, copies->address, copies->count, sizeof *copies->address, by_address);
}
