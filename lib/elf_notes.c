#include "elf_notes.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"

enum { DESC_LIMIT = 4096, ARCH_LIMIT = 4096, ATTRIBUTES_LIMIT = 1 << 20, SEGMENT_LIMIT = 64 };

static void read_build_id(struct at_notes *notes, const unsigned char *bytes, size_t count)
{
	if (!count || count > 64 || notes->build_id)
		return;
	notes->build_id = at_alloc(2 * count + 1);
	for (size_t i = 0; i < count; i++) {
		notes->build_id[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
		notes->build_id[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
	}
}

/* Property array of the "Linux Extensions to gABI": type, length, content padded to the word of the class. */
static void read_properties(const struct at_elf *elf, struct at_notes *notes, const unsigned char *bytes, size_t count)
{
	size_t align = elf->header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;

	for (size_t at = 0; at + 8 <= count;) {
		uint32_t type = (uint32_t)at_elf_number(elf, bytes + at, 4), length = (uint32_t)at_elf_number(elf, bytes + at + 4, 4);
		if (length > count - at - 8)
			return;
		uint32_t value = length >= 4 ? (uint32_t)at_elf_number(elf, bytes + at + 8, 4) : 0;
		if (type == GNU_PROPERTY_X86_ISA_1_NEEDED) {
			notes->x86_has_isa = true;
			notes->x86_isa_needed |= value;
		} else if (type == GNU_PROPERTY_X86_FEATURE_1_AND) {
			notes->x86_has_features = true;
			notes->x86_features = value;
		}
		at += 8 + (((size_t)length + align - 1) & ~(align - 1));
	}
}

static void read_notes(const struct at_elf *elf, struct at_notes *notes, Elf_Data *data)
{
	bool x86 = elf->header.e_machine == EM_X86_64 || elf->header.e_machine == EM_386;
	size_t at = 0, next, name, content;
	GElf_Nhdr note;

	for (; data && (next = gelf_getnote(data, at, &note, &name, &content)) > at; at = next) {
		const unsigned char *bytes = data->d_buf;
		/* gelf_getnote has proved that name and content lie within the data. */
		if (note.n_namesz != 4 || memcmp(bytes + name, "GNU", 4) || note.n_descsz > DESC_LIMIT)
			continue;
		if (note.n_type == NT_GNU_BUILD_ID)
			read_build_id(notes, bytes + content, note.n_descsz);
		else if (note.n_type == NT_GNU_PROPERTY_TYPE_0 && x86)
			read_properties(elf, notes, bytes + content, note.n_descsz);
	}
}

static bool read_uleb(const unsigned char **at, const unsigned char *end, uint64_t *value)
{
	*value = 0;
	for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
		unsigned char byte = *(*at)++;
		*value |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80))
			return true;
	}
	return false;
}

/* File attributes (tag, value)…: an odd tag has a NUL-terminated text, an even one a ULEB128 number (RISC-V psABI). */
static void read_file_attributes(struct at_notes *notes, const unsigned char *at, const unsigned char *end)
{
	enum { TAG_ARCH = 5, TAG_UNALIGNED_ACCESS = 6 };
	uint64_t tag, value;

	while (at < end && read_uleb(&at, end, &tag)) {
		if (tag & 1) {
			const unsigned char *stop = memchr(at, 0, (size_t)(end - at));
			if (!stop)
				return;
			if (tag == TAG_ARCH && !notes->riscv_arch && stop - at < ARCH_LIMIT)
				notes->riscv_arch = at_strdup((const char *)at);
			at = stop + 1;
		} else {
			if (!read_uleb(&at, end, &value))
				return;
			if (tag == TAG_UNALIGNED_ACCESS) {
				notes->riscv_has_unaligned = true;
				notes->riscv_unaligned = value != 0;
			}
		}
	}
}

/* 'A', then for each vendor: length, name, sub-sections (tag, length, attributes). Lengths count themselves. */
static void read_riscv(const struct at_elf *elf, struct at_notes *notes)
{
	GElf_Shdr header;
	Elf_Data *data = at_elf_data(elf, at_elf_section_named(elf, ".riscv.attributes", &header));

	if (!data || data->d_size > ATTRIBUTES_LIMIT || *(unsigned char *)data->d_buf != 'A')
		return;
	const unsigned char *at = (unsigned char *)data->d_buf + 1, *end = at + data->d_size - 1;
	while (end - at > 4) {
		uint64_t length = at_elf_number(elf, at, 4);
		if (length < 5 || length > (uint64_t)(end - at))
			return;
		const unsigned char *vendor = at + 4, *stop = at + length, *name_end = memchr(vendor, 0, (size_t)(stop - vendor));
		if (!name_end)
			return;
		for (const unsigned char *part = name_end + 1; !strcmp((const char *)vendor, "riscv") && stop - part > 5;) {
			uint64_t size = at_elf_number(elf, part + 1, 4);
			if (size < 5 || size > (uint64_t)(stop - part))
				return;
			if (*part == 1)      /* Tag_File */
				read_file_attributes(notes, part + 5, part + size);
			part += size;
		}
		at = stop;
	}
}

void at_notes_read(const struct at_elf *elf, struct at_notes *notes)
{
	GElf_Shdr header;
	GElf_Phdr segment;
	Elf_Scn *section;

	*notes = (struct at_notes){ 0 };
	for (size_t i = 1; i < elf->sections; i++)
		if ((section = at_elf_section(elf, i, &header)) && header.sh_type == SHT_NOTE)
			read_notes(elf, notes, at_elf_data(elf, section));
	for (size_t i = 0; elf->sections < 2 && i < elf->segments && i < SEGMENT_LIMIT; i++)
		if (gelf_getphdr(elf->handle, (int)i, &segment) && segment.p_type == PT_NOTE && segment.p_filesz &&
				segment.p_filesz <= DESC_LIMIT && segment.p_offset <= elf->size &&
				segment.p_filesz <= elf->size - segment.p_offset)
			read_notes(elf, notes, elf_getdata_rawchunk(elf->handle, (int64_t)segment.p_offset, (size_t)segment.p_filesz,
					segment.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR));
	if (elf->header.e_machine == EM_RISCV)
		read_riscv(elf, notes);
}

void at_notes_free(struct at_notes *notes)
{
	free(notes->build_id);
	free(notes->riscv_arch);
	*notes = (struct at_notes){ 0 };
}
