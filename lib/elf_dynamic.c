#include "elf_dynamic.h"

/* The next table that the dynamic linker reads; false where there is none. */
static bool next_table(const struct at_elf *elf, struct at_dynamic_relocs *walk)
{
	GElf_Shdr header;

	while (++walk->section < elf->sections) {
		Elf_Scn *section = at_elf_section(elf, walk->section, &header);
		if (!section || (header.sh_type != SHT_RELA && header.sh_type != SHT_REL) || !(header.sh_flags & SHF_ALLOC))
			continue;
		walk->data = at_elf_data(elf, section);
		walk->addends = header.sh_type == SHT_RELA;
		walk->next = 0;
		return true;
	}
	return false;
}

static bool read_reloc(const struct at_dynamic_relocs *walk, GElf_Rela *reloc)
{
	GElf_Rel plain;

	if (!walk->data || walk->addends)
		return walk->data && gelf_getrela(walk->data, walk->next, reloc);
	if (!gelf_getrel(walk->data, walk->next, &plain))
		return false;
	*reloc = (GElf_Rela){ .r_offset = plain.r_offset, .r_info = plain.r_info };
	return true;
}

bool at_next_dynamic_reloc(const struct at_elf *elf, struct at_dynamic_relocs *walk, GElf_Rela *reloc)
{
	while (!read_reloc(walk, reloc))
		if (!next_table(elf, walk))
			return false;
	walk->next++;
	return true;
}
