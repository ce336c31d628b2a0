#include "elf_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"

struct at_elf_loaded {
	uint64_t bytes;
	bool section[];
};

static void find_loads(struct at_elf *elf)
{
	GElf_Phdr segment;

	for (size_t i = 0; i < elf->segments && i < INT32_MAX && elf->loads < sizeof elf->load / sizeof *elf->load; i++)
		if (gelf_getphdr(elf->handle, (int)i, &segment) && segment.p_type == PT_LOAD && segment.p_offset <= elf->size &&
				segment.p_filesz <= elf->size - segment.p_offset)
			elf->load[elf->loads++] = (struct at_elf_load){ segment.p_vaddr, segment.p_offset, segment.p_filesz };
}

/* Tables and contents that lie outside the image: a truncated file. libelf itself says nothing and gives 0 sections. */
static char *check_tables(struct at_elf *elf)
{
	const GElf_Ehdr *h = &elf->header;
	uint64_t segments_end, sections_end;
	GElf_Shdr section;

	if (elf_getphdrnum(elf->handle, &elf->segments))
		return at_format("broken program header table: %s", elf_errmsg(-1));
	if (__builtin_mul_overflow(elf->segments, (uint64_t)h->e_phentsize, &segments_end) ||
			__builtin_add_overflow(segments_end, h->e_phoff, &segments_end) || (elf->segments && segments_end > elf->size))
		return at_format("truncated: the program headers lie behind the end (%llu bytes)", (unsigned long long)elf->size);
	/* e_shnum is 0 when there are more than 65279 sections; the count is in section 0 then, which libelf reads. */
	uint64_t claimed = h->e_shnum ? h->e_shnum : h->e_shoff ? 1 : 0;
	if (__builtin_mul_overflow(claimed, (uint64_t)h->e_shentsize, &sections_end) ||
			__builtin_add_overflow(sections_end, h->e_shoff, &sections_end) || (claimed && sections_end > elf->size))
		return at_format("truncated: the section headers end at byte %llu of %llu", (unsigned long long)sections_end,
				(unsigned long long)elf->size);
	if (elf_getshdrnum(elf->handle, &elf->sections))
		return at_format("broken section header table: %s", elf_errmsg(-1));
	if (elf->sections < h->e_shnum)
		return at_format("broken section header table: %zu of %u sections", elf->sections, (unsigned)h->e_shnum);
	if (elf_getshdrstrndx(elf->handle, &elf->names))
		elf->names = SHN_UNDEF;
	elf->loaded = at_alloc(sizeof *elf->loaded + elf->sections);
	find_loads(elf);
	for (size_t i = 1; i < elf->sections; i++) {
		if (!at_elf_section(elf, i, &section))
			return at_format("broken header of section %zu: %s", i, elf_errmsg(-1));
		if (section.sh_type != SHT_NOBITS && section.sh_type != SHT_NULL && section.sh_size &&
				(section.sh_offset > elf->size || section.sh_size > elf->size - section.sh_offset))
			return at_format("truncated: section %zu (%s) ends behind the end (%llu bytes)", i,
					at_elf_section_name(elf, &section), (unsigned long long)elf->size);
	}
	return NULL;
}

char *at_elf_open(struct at_elf *elf, int descriptor, uint64_t offset, uint64_t size, Elf *archive)
{
	unsigned char ident[EI_NIDENT];

	*elf = (struct at_elf){ .descriptor = descriptor, .offset = offset, .size = size };
	if (elf_version(EV_CURRENT) == EV_NONE)
		return at_format("libelf is too old");
	if (at_elf_read(elf, 0, ident, sizeof ident))
		return at_format("truncated: no ELF header in %llu bytes", (unsigned long long)size);
	if (ident[EI_CLASS] != ELFCLASS32 && ident[EI_CLASS] != ELFCLASS64)
		return at_format("unknown ELF class %u", ident[EI_CLASS]);
	if (ident[EI_DATA] != ELFDATA2LSB && ident[EI_DATA] != ELFDATA2MSB)
		return at_format("unknown ELF byte order %u", ident[EI_DATA]);
	elf->handle = elf_begin(descriptor, ELF_C_READ, archive);
	if (!elf->handle || elf_kind(elf->handle) != ELF_K_ELF || !gelf_getehdr(elf->handle, &elf->header)) {
		memcpy(elf->header.e_ident, ident, sizeof ident);
		return at_format("not a readable ELF file: %s", elf_errmsg(-1));
	}
	elf->has_header = true;
	return check_tables(elf);
}

void at_elf_close(struct at_elf *elf)
{
	if (elf->handle)
		elf_end(elf->handle);
	free(elf->loaded);
	elf->handle = NULL;
	elf->loaded = NULL;
}

Elf_Scn *at_elf_section(const struct at_elf *elf, size_t index, GElf_Shdr *header)
{
	Elf_Scn *section = elf_getscn(elf->handle, index);

	return section && gelf_getshdr(section, header) ? section : NULL;
}

Elf_Scn *at_elf_section_named(const struct at_elf *elf, const char *name, GElf_Shdr *header)
{
	Elf_Scn *section;

	for (size_t i = 1; i < elf->sections; i++)
		if ((section = at_elf_section(elf, i, header)) && !strcmp(at_elf_section_name(elf, header), name))
			return section;
	return NULL;
}

Elf_Scn *at_elf_section_typed(const struct at_elf *elf, uint32_t type, GElf_Shdr *header)
{
	Elf_Scn *section;

	for (size_t i = 1; i < elf->sections; i++)
		if ((section = at_elf_section(elf, i, header)) && header->sh_type == type)
			return section;
	return NULL;
}

const char *at_elf_section_name(const struct at_elf *elf, const GElf_Shdr *header)
{
	const char *name = elf->names == SHN_UNDEF ? NULL : at_elf_string(elf, elf->names, header->sh_name);

	return name ? name : "";
}

/* Whether the content of the section may be loaded, now or before. */
static bool may_load(const struct at_elf *elf, size_t index, const GElf_Shdr *header)
{
	uint64_t limit = elf->size < AT_ELF_LOAD_LIMIT ? elf->size : AT_ELF_LOAD_LIMIT;

	if (index >= elf->sections || header->sh_type == SHT_NOBITS || header->sh_size > AT_ELF_TABLE_LIMIT)
		return false;
	if (elf->loaded->section[index])
		return true;
	if (header->sh_size > limit - elf->loaded->bytes)
		return false;
	elf->loaded->bytes += header->sh_size;
	return elf->loaded->section[index] = true;
}

Elf_Data *at_elf_data(const struct at_elf *elf, Elf_Scn *section)
{
	GElf_Shdr header;

	if (!section || !gelf_getshdr(section, &header) || !header.sh_size || !may_load(elf, elf_ndxscn(section), &header))
		return NULL;
	Elf_Data *data = elf_getdata(section, NULL);
	return data && data->d_buf && data->d_size ? data : NULL;
}

const char *at_elf_string(const struct at_elf *elf, size_t section, uint64_t offset)
{
	GElf_Shdr header;

	if (!at_elf_section(elf, section, &header) || header.sh_type != SHT_STRTAB || !may_load(elf, section, &header))
		return NULL;
	return elf_strptr(elf->handle, section, (size_t)offset);
}

int at_elf_read(const struct at_elf *elf, uint64_t offset, void *bytes, size_t count)
{
	char *to = bytes;

	if (offset > elf->size || count > elf->size - offset) {
		errno = ENODATA;
		return -1;
	}
	offset += elf->offset;
	while (count) {
		ssize_t got = pread(elf->descriptor, to, count, (off_t)offset);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			errno = got ? errno : ENODATA;      /* the file shrank while we read */
			return -1;
		}
		to += got;
		offset += (uint64_t)got;
		count -= (size_t)got;
	}
	return 0;
}

int64_t at_elf_offset(const struct at_elf *elf, uint64_t address, uint64_t count)
{
	for (size_t i = 0; i < elf->loads; i++) {
		const struct at_elf_load *load = &elf->load[i];
		uint64_t in = address - load->address;
		if (address >= load->address && in <= load->bytes && count <= load->bytes - in)
			return (int64_t)(load->offset + in);
	}
	return -1;
}

bool at_elf_big(const struct at_elf *elf)
{
	return elf->header.e_ident[EI_DATA] == ELFDATA2MSB;
}

uint64_t at_elf_number(const struct at_elf *elf, const unsigned char *bytes, unsigned width)
{
	uint64_t number = 0;

	for (unsigned i = 0; i < width; i++)
		number = number << 8 | bytes[at_elf_big(elf) ? i : width - 1 - i];
	return number;
}
