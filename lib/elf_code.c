#include "elf_code.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "elf_reloc.h"

enum { CHUNK = 256 << 10 };

static void add_section(struct at_code *code, const char *name, size_t index, uint64_t offset, uint64_t address, uint64_t bytes)
{
	if ((code->count & (code->count - 1)) == 0)
		code->section = at_resize(code->section, code->count ? code->count * 2 : 1, sizeof *code->section);
	code->section[code->count++] = (struct at_code_section){ .name = at_strdup(name), .index = index, .offset = offset,
			.address = address, .bytes = bytes };
	code->code_bytes += bytes;
}

static char *find_sections(const struct at_elf *elf, struct at_code *code)
{
	uint64_t named = 0;
	GElf_Shdr header;

	for (size_t i = 1; i < elf->sections; i++) {
		if (!at_elf_section(elf, i, &header) || !(header.sh_flags & SHF_ALLOC))
			continue;
		if (header.sh_type == SHT_NOBITS)
			code->bss_bytes += header.sh_size;
		else if (!(header.sh_flags & SHF_EXECINSTR))
			code->data_bytes += header.sh_size;
		else if (header.sh_type == SHT_PROGBITS && header.sh_size) {
			const char *name = at_elf_section_name(elf, &header);
			if ((named += strlen(name)) > elf->size)
				return at_strdup("broken: the section names are longer than the file");
			add_section(code, name, i, header.sh_offset, header.sh_addr, header.sh_size);
		}
	}
	return NULL;
}

/* A file without section headers (sstrip, packers): the segments hold code and data alike, so only the sizes are known. */
static char *find_segments(const struct at_elf *elf, struct at_code *code)
{
	GElf_Phdr segment;

	code->from_segments = true;
	for (size_t i = 0; i < elf->segments && i < INT32_MAX; i++) {
		if (!gelf_getphdr(elf->handle, (int)i, &segment) || segment.p_type != PT_LOAD)
			continue;
		if (segment.p_offset > elf->size || segment.p_filesz > elf->size - segment.p_offset)
			return at_format("truncated: segment %zu ends behind the end (%llu bytes)", i, (unsigned long long)elf->size);
		if (segment.p_memsz > segment.p_filesz)
			code->bss_bytes += segment.p_memsz - segment.p_filesz;
		if (!(segment.p_flags & PF_X))
			code->data_bytes += segment.p_filesz;
		else if (segment.p_filesz)
			add_section(code, "PT_LOAD", 0, segment.p_offset, segment.p_vaddr, segment.p_filesz);
	}
	return NULL;
}

static void add_number(struct at_sha256 *hash, uint64_t number)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(number >> 8 * i);
	at_sha256_add(hash, bytes, sizeof bytes);
}

static void add_name(struct at_sha256 *hash, const struct at_code_section *section)
{
	at_sha256_add(hash, section->name, strlen(section->name) + 1);
	add_number(hash, section->bytes);
}

/* Hashes a section's content; with `relocs`, masked. */
static char *hash_content(const struct at_elf *elf, const struct at_code_section *section, const struct at_relocs *relocs,
		char *chunk, char hex[AT_SHA256_HEX])
{
	struct at_sha256 hash;

	at_sha256_init(&hash);
	for (uint64_t at = 0; at < section->bytes;) {
		size_t count = section->bytes - at < CHUNK ? (size_t)(section->bytes - at) : CHUNK;
		if (at_elf_read(elf, section->offset + at, chunk, count))
			return at_format("cannot read section %s: %s", section->name, strerror(errno));
		if (relocs)
			at_relocs_mask(relocs, at, (unsigned char *)chunk, count);
		at_sha256_add(&hash, chunk, count);
		at += count;
	}
	at_sha256_hex(&hash, hex);
	return NULL;
}

static char *hash_all(const struct at_elf *elf, struct at_code *code, char *chunk)
{
	bool object = elf->header.e_type == ET_REL, any = false, usable = true;
	uint32_t *tables = at_reloc_tables(elf);
	struct at_sha256 all, masked;
	char hex[AT_SHA256_HEX], *problem = NULL;
	/* Names and relocations are part of the file; a hostile one can name the same bytes again and again. */
	uint64_t budget = 16 * elf->size + (1 << 20);

	at_sha256_init(&all);
	at_sha256_init(&masked);
	for (size_t i = 0; i < code->count && !problem; i++) {
		struct at_code_section *section = &code->section[i];
		struct at_relocs relocs;
		usable &= !at_relocs_read(elf, tables[section->index], section->address, &relocs, &budget);
		problem = hash_content(elf, section, NULL, chunk, section->sha256);
		if (!problem && relocs.count)
			problem = hash_content(elf, section, &relocs, chunk, hex);
		if (!problem) {
			add_name(&all, section);
			at_sha256_add(&all, section->sha256, AT_SHA256_HEX);
			add_name(&masked, section);
			at_sha256_add(&masked, relocs.count ? hex : section->sha256, AT_SHA256_HEX);
			usable &= !at_relocs_hash(&relocs, elf, &masked, &budget);
			if (object && usable)
				usable &= !at_relocs_hash(&relocs, elf, &all, &budget);
			any |= relocs.count > 0;
		}
		at_relocs_free(&relocs);
	}
	free(tables);
	at_sha256_hex(&all, code->sha256);
	at_sha256_hex(&masked, code->relocated_sha256);
	if (!any || !usable)
		code->relocated_sha256[0] = '\0';
	if (object && !usable) {
		code->sha256[0] = '\0';
		code->no_code = "relocations that cannot be compared";
	}
	return problem;
}

/* Intermediate code in place of machine code. A fat LTO object has both, and its machine code counts. */
static const char *lto_kind(const struct at_elf *elf)
{
	GElf_Shdr header;

	for (size_t i = 1; i < elf->sections; i++) {
		if (!at_elf_section(elf, i, &header))
			continue;
		const char *name = at_elf_section_name(elf, &header);
		if (!strncmp(name, ".gnu.lto_", 9))
			return "slim LTO object";
		if (!strcmp(name, ".llvm.lto") || !strcmp(name, ".llvmbc"))
			return "LLVM bitcode in ELF";
	}
	return NULL;
}

char *at_code_read(const struct at_elf *elf, struct at_code *code)
{
	char *problem;

	*code = (struct at_code){ 0 };
	if (elf->header.e_type == ET_CORE) {
		code->no_code = "a memory dump";
		return NULL;
	}
	problem = elf->sections > 1 ? find_sections(elf, code) : find_segments(elf, code);
	if (problem)
		return problem;
	if (code->code_bytes > elf->size)      /* each byte would be hashed again and again */
		return at_strdup("broken: its code sections overlap");
	if (!code->count) {
		/* All of them would hash alike: never a hash. */
		const char *lto = elf->header.e_type == ET_REL ? lto_kind(elf) : NULL;
		code->no_code = lto ? lto : "no executable bytes";
		return NULL;
	}
	char *chunk = at_alloc(CHUNK);
	problem = hash_all(elf, code, chunk);
	free(chunk);
	return problem;
}

void at_code_free(struct at_code *code)
{
	for (size_t i = 0; i < code->count; i++)
		free(code->section[i].name);
	free(code->section);
	*code = (struct at_code){ 0 };
}
