#include "elf_reloc.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { LIMIT = 1 << 20 };    /* relocations of one section: 24 MiB; a compile unit has thousands */

/* The bits that a relocation fills in, as little-endian words from its offset. Sources: the psABI documents of x86-64,
 * AArch64 and RISC-V. A type that is not listed leaves the bytes as they are: then two builds differ at worst that could be
 * equal. */
struct field {
	uint32_t type, word[2];
};

#define ALL 0xffffffffu

static const struct field x86_64[] = {
	{ R_X86_64_64, { ALL, ALL } }, { R_X86_64_PC64, { ALL, ALL } }, { R_X86_64_GOTOFF64, { ALL, ALL } },
	{ R_X86_64_DTPOFF64, { ALL, ALL } }, { R_X86_64_TPOFF64, { ALL, ALL } }, { R_X86_64_PC32, { ALL, 0 } },
	{ R_X86_64_PLT32, { ALL, 0 } }, { R_X86_64_GOT32, { ALL, 0 } }, { R_X86_64_GOTPCREL, { ALL, 0 } },
	{ R_X86_64_GOTPCRELX, { ALL, 0 } }, { R_X86_64_REX_GOTPCRELX, { ALL, 0 } }, { R_X86_64_32, { ALL, 0 } },
	{ R_X86_64_32S, { ALL, 0 } }, { R_X86_64_TLSGD, { ALL, 0 } }, { R_X86_64_TLSLD, { ALL, 0 } },
	{ R_X86_64_DTPOFF32, { ALL, 0 } }, { R_X86_64_GOTTPOFF, { ALL, 0 } }, { R_X86_64_TPOFF32, { ALL, 0 } },
	{ R_X86_64_GOTPC32, { ALL, 0 } }, { R_X86_64_GOTPC32_TLSDESC, { ALL, 0 } }, { R_X86_64_16, { 0xffff, 0 } },
	{ R_X86_64_PC16, { 0xffff, 0 } }, { R_X86_64_8, { 0xff, 0 } }, { R_X86_64_PC8, { 0xff, 0 } },
};

/* The immediate fields of ADR and ADRP, ADD and loads, B and BL, B.cond and LDR, TBZ, MOVZ. */
#define ADR 0x60ffffe0u
#define IMM12 0x003ffc00u
#define IMM26 0x03ffffffu
#define IMM19 0x00ffffe0u
#define IMM14 0x0007ffe0u
#define IMM16 0x001fffe0u

static const struct field aarch64[] = {
	{ R_AARCH64_ABS64, { ALL, ALL } }, { R_AARCH64_PREL64, { ALL, ALL } }, { R_AARCH64_ABS32, { ALL, 0 } },
	{ R_AARCH64_PREL32, { ALL, 0 } }, { R_AARCH64_ABS16, { 0xffff, 0 } }, { R_AARCH64_PREL16, { 0xffff, 0 } },
	{ R_AARCH64_MOVW_UABS_G0, { IMM16, 0 } }, { R_AARCH64_MOVW_UABS_G0_NC, { IMM16, 0 } }, { R_AARCH64_MOVW_UABS_G1, { IMM16, 0 } },
	{ R_AARCH64_MOVW_UABS_G1_NC, { IMM16, 0 } }, { R_AARCH64_MOVW_UABS_G2, { IMM16, 0 } },
	{ R_AARCH64_MOVW_UABS_G2_NC, { IMM16, 0 } }, { R_AARCH64_MOVW_UABS_G3, { IMM16, 0 } },
	{ R_AARCH64_LD_PREL_LO19, { IMM19, 0 } }, { R_AARCH64_ADR_PREL_LO21, { ADR, 0 } }, { R_AARCH64_ADR_PREL_PG_HI21, { ADR, 0 } },
	{ R_AARCH64_ADR_PREL_PG_HI21_NC, { ADR, 0 } }, { R_AARCH64_ADD_ABS_LO12_NC, { IMM12, 0 } },
	{ R_AARCH64_LDST8_ABS_LO12_NC, { IMM12, 0 } }, { R_AARCH64_LDST16_ABS_LO12_NC, { IMM12, 0 } },
	{ R_AARCH64_LDST32_ABS_LO12_NC, { IMM12, 0 } }, { R_AARCH64_LDST64_ABS_LO12_NC, { IMM12, 0 } },
	{ R_AARCH64_LDST128_ABS_LO12_NC, { IMM12, 0 } }, { R_AARCH64_TSTBR14, { IMM14, 0 } }, { R_AARCH64_CONDBR19, { IMM19, 0 } },
	{ R_AARCH64_JUMP26, { IMM26, 0 } }, { R_AARCH64_CALL26, { IMM26, 0 } }, { R_AARCH64_ADR_GOT_PAGE, { ADR, 0 } },
	{ R_AARCH64_LD64_GOT_LO12_NC, { IMM12, 0 } }, { R_AARCH64_LD64_GOTPAGE_LO15, { IMM12, 0 } },
	{ R_AARCH64_TLSIE_ADR_GOTTPREL_PAGE21, { ADR, 0 } }, { R_AARCH64_TLSIE_LD64_GOTTPREL_LO12_NC, { IMM12, 0 } },
	{ R_AARCH64_TLSLE_ADD_TPREL_HI12, { IMM12, 0 } }, { R_AARCH64_TLSLE_ADD_TPREL_LO12, { IMM12, 0 } },
	{ R_AARCH64_TLSLE_ADD_TPREL_LO12_NC, { IMM12, 0 } }, { R_AARCH64_TLSDESC_ADR_PAGE21, { ADR, 0 } },
	{ R_AARCH64_TLSDESC_LD64_LO12, { IMM12, 0 } }, { R_AARCH64_TLSDESC_ADD_LO12, { IMM12, 0 } },
};

/* The immediates of the instruction formats; J has U's bits, B has S's. */
#define U_TYPE 0xfffff000u
#define I_TYPE 0xfff00000u
#define S_TYPE 0xfe000f80u

static const struct field riscv[] = {
	{ R_RISCV_32, { ALL, 0 } }, { R_RISCV_64, { ALL, ALL } }, { R_RISCV_BRANCH, { S_TYPE, 0 } }, { R_RISCV_JAL, { U_TYPE, 0 } },
	{ R_RISCV_CALL, { U_TYPE, I_TYPE } }, { R_RISCV_CALL_PLT, { U_TYPE, I_TYPE } },      /* auipc and jalr */
	{ R_RISCV_GOT_HI20, { U_TYPE, 0 } }, { R_RISCV_TLS_GOT_HI20, { U_TYPE, 0 } }, { R_RISCV_TLS_GD_HI20, { U_TYPE, 0 } },
	{ R_RISCV_PCREL_HI20, { U_TYPE, 0 } }, { R_RISCV_PCREL_LO12_I, { I_TYPE, 0 } }, { R_RISCV_PCREL_LO12_S, { S_TYPE, 0 } },
	{ R_RISCV_HI20, { U_TYPE, 0 } }, { R_RISCV_LO12_I, { I_TYPE, 0 } }, { R_RISCV_LO12_S, { S_TYPE, 0 } },
	{ R_RISCV_TPREL_HI20, { U_TYPE, 0 } }, { R_RISCV_TPREL_LO12_I, { I_TYPE, 0 } }, { R_RISCV_TPREL_LO12_S, { S_TYPE, 0 } },
	{ R_RISCV_RVC_BRANCH, { 0x1c7c, 0 } }, { R_RISCV_RVC_JUMP, { 0x1ffc, 0 } },
};

static const struct machine {
	uint16_t number;
	const struct field *field;
	size_t count;
} machines[] = {
	{ EM_X86_64, x86_64, sizeof x86_64 / sizeof *x86_64 },
	{ EM_AARCH64, aarch64, sizeof aarch64 / sizeof *aarch64 },
	{ EM_RISCV, riscv, sizeof riscv / sizeof *riscv },
};

static int by_offset(const void *a, const void *b)
{
	const struct at_reloc *x = a, *y = b;

	return x->offset < y->offset ? -1 : x->offset > y->offset ? 1 : x->type < y->type ? -1 : x->type > y->type;
}

static bool read_table(const struct at_elf *elf, const GElf_Shdr *header, uint64_t address, struct at_relocs *relocs)
{
	bool rela = header->sh_type == SHT_RELA, wide = elf->header.e_ident[EI_CLASS] == ELFCLASS64;
	unsigned word = wide ? 8 : 4;
	size_t entry = rela ? 3 * word : 2 * word, count = (size_t)(header->sh_size / entry);
	GElf_Shdr symbols;

	if (count > LIMIT - relocs->count || !at_elf_data(elf, at_elf_section(elf, header->sh_link, &symbols)))
		return false;
	unsigned char *bytes = at_alloc(count * entry + 1);
	bool whole = !at_elf_read(elf, header->sh_offset, bytes, count * entry);
	relocs->reloc = at_resize(relocs->reloc, relocs->count + count, sizeof *relocs->reloc);
	for (size_t i = 0; whole && i < count; i++) {
		const unsigned char *at = bytes + i * entry;
		uint64_t info = at_elf_number(elf, at + word, word), addend = rela ? at_elf_number(elf, at + 2 * word, word) : 0;
		relocs->reloc[relocs->count++] = (struct at_reloc){
			.offset = at_elf_number(elf, at, word) - (elf->header.e_type == ET_REL ? 0 : address),
			.addend = wide ? (int64_t)addend : (int32_t)(uint32_t)addend,
			.type = (uint32_t)(wide ? info & 0xffffffff : info & 0xff), .symbol = (uint32_t)(wide ? info >> 32 : info >> 8),
		};
	}
	free(bytes);
	relocs->symbols = header->sh_link;
	relocs->mask = rela;
	return whole;
}

uint32_t *at_reloc_tables(const struct at_elf *elf)
{
	bool linked = elf->header.e_type != ET_REL;
	uint32_t *table = at_alloc((elf->sections + 1) * sizeof *table);
	GElf_Shdr header;

	for (size_t i = 1; i < elf->sections && i <= UINT32_MAX; i++) {
		if (!at_elf_section(elf, i, &header) || header.sh_info >= elf->sections)
			continue;
		/* A linked file's addends are in the code itself with SHT_REL: the field cannot be masked. */
		if (header.sh_type != SHT_RELA && (header.sh_type != SHT_REL || linked))
			continue;
		/* .rela.plt of older linkers names .plt, but is the loader's business: it fills in the GOT. */
		if (linked && (header.sh_flags & SHF_ALLOC))
			continue;
		table[header.sh_info] = (uint32_t)i;
	}
	table[0] = 0;      /* the dynamic relocations name no section */
	return table;
}

int at_relocs_read(const struct at_elf *elf, size_t table, uint64_t address, struct at_relocs *relocs, uint64_t *budget)
{
	GElf_Shdr header;

	*relocs = (struct at_relocs){ .machine = elf->header.e_machine };
	if (!table)
		return 0;
	if (!at_elf_section(elf, table, &header) || header.sh_size > *budget)
		return -1;
	*budget -= header.sh_size;
	if (!read_table(elf, &header, address, relocs))
		return -1;
	for (size_t i = 1; i < relocs->count; i++)
		if (relocs->reloc[i].offset < relocs->reloc[i - 1].offset) {
			qsort(relocs->reloc, relocs->count, sizeof *relocs->reloc, by_offset);
			break;
		}
	return 0;
}

static const struct field *find_field(const struct at_relocs *relocs, uint32_t type)
{
	for (size_t m = 0; m < sizeof machines / sizeof *machines; m++)
		for (size_t i = 0; machines[m].number == relocs->machine && i < machines[m].count; i++)
			if (machines[m].field[i].type == type)
				return &machines[m].field[i];
	return NULL;
}

/* The first relocation that can touch bytes from `at` on: fields are at most 8 bytes long. */
static size_t first_at(const struct at_relocs *relocs, uint64_t at)
{
	size_t low = 0, high = relocs->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (at >= 8 && relocs->reloc[middle].offset <= at - 8)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void at_relocs_mask(const struct at_relocs *relocs, uint64_t at, unsigned char *bytes, size_t count)
{
	if (!relocs->mask)
		return;
	for (size_t i = first_at(relocs, at); i < relocs->count && relocs->reloc[i].offset < at + count; i++) {
		const struct field *field = find_field(relocs, relocs->reloc[i].type);
		for (unsigned b = 0; field && b < 8; b++) {
			uint64_t where = relocs->reloc[i].offset + b;
			if (where >= at && where - at < count)
				bytes[where - at] &= (unsigned char)~(field->word[b / 4] >> 8 * (b % 4));
		}
	}
}

/* The name of a symbol; a section's symbol has none of its own, so the section's. */
static const char *symbol_name(const struct at_elf *elf, Elf_Data *symbols, size_t strings, uint32_t index)
{
	GElf_Shdr header;
	GElf_Sym symbol;

	if (!symbols || index > INT32_MAX || !gelf_getsym(symbols, (int)index, &symbol))
		return "";
	if (GELF_ST_TYPE(symbol.st_info) == STT_SECTION)
		return at_elf_section(elf, symbol.st_shndx, &header) ? at_elf_section_name(elf, &header) : "";
	const char *name = at_elf_string(elf, strings, symbol.st_name);
	return name ? name : "";
}

int at_relocs_hash(const struct at_relocs *relocs, const struct at_elf *elf, struct at_sha256 *hash, uint64_t *budget)
{
	GElf_Shdr header = { 0 };
	Elf_Data *symbols = relocs->count ? at_elf_data(elf, at_elf_section(elf, relocs->symbols, &header)) : NULL;

	for (size_t i = 0; i < relocs->count; i++) {
		const struct at_reloc *reloc = &relocs->reloc[i];
		const char *name = symbol_name(elf, symbols, header.sh_link, reloc->symbol);
		uint64_t numbers[3] = { htole64(reloc->offset), htole64((uint64_t)reloc->addend), htole64(reloc->type) };
		at_sha256_add(hash, numbers, sizeof numbers);
		uint64_t length = strlen(name) + 1;
		if (length > *budget)
			return -1;
		*budget -= length;
		at_sha256_add(hash, name, length);
	}
	return 0;
}

void at_relocs_free(struct at_relocs *relocs)
{
	free(relocs->reloc);
	*relocs = (struct at_relocs){ 0 };
}
