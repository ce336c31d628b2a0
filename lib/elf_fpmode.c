#include "elf_fpmode.h"

#include <string.h>

#include "elf_dynamic.h"

/* gcc's crtfastmath.o and compiler-rt's have it as a local function. */
static bool has_symbol(const struct at_elf *elf, uint32_t table, const char *name)
{
	GElf_Shdr header;
	Elf_Data *symbols = at_elf_data(elf, at_elf_section_typed(elf, table, &header));
	GElf_Sym symbol;

	for (int i = 1; symbols && gelf_getsym(symbols, i, &symbol); i++) {
		if (symbol.st_shndx == SHN_UNDEF || GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
			continue;
		const char *text = at_elf_string(elf, header.sh_link, symbol.st_name);
		if (text && !strcmp(text, name))
			return true;
	}
	return false;
}

/* Functions are short that only set a mode: a bounded look from the entry, up to the first return. */
static bool aarch64_writes_fpcr(const struct at_elf *elf, uint64_t address)
{
	enum { LOOK = 64 };
	unsigned char bytes[4];

	for (unsigned i = 0; i < LOOK; i++, address += 4) {
		int64_t at = at_elf_offset(elf, address, 4);
		if (at < 0 || at_elf_read(elf, (uint64_t)at, bytes, 4))
			return false;
		uint32_t word = bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
		if ((word & 0xffffffe0) == 0xd51b4400)      /* msr fpcr, xN */
			return true;
		if ((word & 0xfffffc1f) == 0xd65f0000)      /* ret xN */
			return false;
	}
	return false;
}

static bool writes_mode(const struct at_elf *elf, uint64_t address)
{
	if (elf->header.e_machine == EM_X86_64)
		return at_x86_writes_mxcsr(elf, address);
	return elf->header.e_machine == EM_AARCH64 && aarch64_writes_fpcr(elf, address);
}

/* The initializers: words in .init_array, or where those are filled in at load time, the addends of the relocations. */
static bool initializer_writes_mode(const struct at_elf *elf)
{
	enum { LOOK = 1000 };      /* initializers that are looked at */
	GElf_Shdr array;
	struct at_dynamic_relocs walk = { 0 };
	Elf_Scn *section = at_elf_section_typed(elf, SHT_INIT_ARRAY, &array);
	Elf_Data *data = at_elf_data(elf, section);
	unsigned word = elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
	GElf_Rela reloc;
	unsigned looked = 0;

	for (size_t at = 0; data && at + word <= data->d_size && looked < LOOK; at += word) {
		uint64_t address = at_elf_number(elf, (const unsigned char *)data->d_buf + at, word);
		if (address && looked++ < LOOK && writes_mode(elf, address))
			return true;
	}
	while (section && at_next_dynamic_reloc(elf, &walk, &reloc))
		if (reloc.r_offset >= array.sh_addr && reloc.r_offset - array.sh_addr < array.sh_size && reloc.r_addend &&
				looked++ < LOOK && writes_mode(elf, (uint64_t)reloc.r_addend))
			return true;
	return false;
}

const char *at_fp_mode(const struct at_elf *elf)
{
	if (elf->header.e_type != ET_DYN && elf->header.e_type != ET_EXEC)
		return NULL;
	if (has_symbol(elf, SHT_SYMTAB, "set_fast_math") || has_symbol(elf, SHT_DYNSYM, "set_fast_math"))
		return "set_fast_math";
	if (!initializer_writes_mode(elf))
		return NULL;
	return elf->header.e_machine == EM_AARCH64 ? "msr fpcr in an initializer" : "ldmxcsr in an initializer";
}
