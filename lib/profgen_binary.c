#include "profgen_binary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "elf_machine.h"
#include "elf_notes.h"

enum { PAGE = 4096 };

static int by_start(const void *a, const void *b)
{
	const struct at_binary_part *x = a, *y = b;

	return x->start != y->start ? (x->start < y->start ? -1 : 1) : (x->end > y->end) - (x->end < y->end);
}

static void add_part(struct at_binary_part **parts, size_t *count, struct at_binary_part part)
{
	if (!(*count & (*count - 1)))
		*parts = at_resize(*parts, *count ? *count * 2 : 1, sizeof **parts);
	(*parts)[(*count)++] = part;
}

static void find_code(struct at_binary *binary)
{
	const struct at_elf *elf = &binary->elf;
	GElf_Phdr segment;
	GElf_Shdr section;

	for (size_t i = 0; i < elf->segments && i < INT32_MAX; i++)
		if (gelf_getphdr(elf->handle, (int)i, &segment) && segment.p_type == PT_LOAD && (segment.p_flags & PF_X) &&
				segment.p_vaddr + segment.p_filesz > segment.p_vaddr) {
			if (!binary->segments)
				binary->base = segment.p_vaddr & ~(uint64_t)(PAGE - 1);
			add_part(&binary->segment, &binary->segments, (struct at_binary_part){ segment.p_vaddr,
					segment.p_vaddr + segment.p_filesz, segment.p_offset, true });
		}
	for (size_t i = 1; i < elf->sections; i++)
		if (at_elf_section(elf, i, &section) && (section.sh_flags & SHF_ALLOC) && (section.sh_flags & SHF_EXECINSTR) &&
				section.sh_addr + section.sh_size > section.sh_addr)
			add_part(&binary->section, &binary->sections, (struct at_binary_part){ section.sh_addr,
					section.sh_addr + section.sh_size, section.sh_offset, section.sh_type != SHT_NOBITS });
	for (size_t i = 0; !elf->sections && i < binary->segments; i++)
		add_part(&binary->section, &binary->sections, binary->segment[i]);
	if (binary->segments)
		qsort(binary->segment, binary->segments, sizeof *binary->segment, by_start);
	if (binary->sections)
		qsort(binary->section, binary->sections, sizeof *binary->section, by_start);
}

/* Instructions of one length: all of these machines' have 4 bytes (the prefixed ones of POWER10 count as two). */
static unsigned fixed_length(uint16_t machine)
{
	switch (machine) {
	case EM_PPC:
	case EM_PPC64:
	case EM_MIPS:
	case EM_SPARCV9:
	case EM_SPARC:
	case EM_LOONGARCH:
	case EM_ALPHA:
		return 4;
	default:
		return 0;
	}
}

static void look_at_symbols(struct at_binary *binary)
{
	const struct at_elf *elf = &binary->elf;
	GElf_Shdr header;
	GElf_Sym symbol;
	Elf_Data *symbols = at_elf_data(elf, at_elf_section_typed(elf, SHT_SYMTAB, &header));

	for (int i = 1; symbols && gelf_getsym(symbols, i, &symbol); i++) {
		const char *name = at_elf_string(elf, header.sh_link, symbol.st_name);
		if (!name)
			continue;
		binary->fs_discriminators |= !strcmp(name, "__llvm_fs_discriminator__");
		if (elf->header.e_type == ET_EXEC && (!strcmp(name, "_text") || (!binary->kernel && !strcmp(name, "_stext")))) {
			binary->kernel = true;
			binary->kernel_start = symbol.st_value;
		}
	}
}

void at_build_id_read(const struct at_elf *elf, struct at_perf_build_id *id)
{
	struct at_notes notes = { 0 };

	*id = (struct at_perf_build_id){ 0 };
	at_notes_read(elf, &notes);
	for (const char *at = notes.build_id; at && at[0] && at[1] && id->size < AT_PERF_BUILD_ID; at += 2) {
		const char pair[3] = { at[0], at[1], 0 };
		id->bytes[id->size++] = (uint8_t)strtoul(pair, NULL, 16);
	}
	at_notes_free(&notes);
}

char *at_build_id_text(const struct at_perf_build_id *id)
{
	struct at_buffer text = AT_BUFFER_INIT;

	for (unsigned i = 0; i < id->size; i++)
		at_buffer_printf(&text, "%02x", id->bytes[i]);
	if (!id->size)
		at_buffer_text(&text, "none");
	return at_buffer_take(&text);
}

/* Older recordings pad short ids with zeros. */
bool at_build_id_same(const struct at_perf_build_id *a, const struct at_perf_build_id *b)
{
	const struct at_perf_build_id *longer = a->size > b->size ? a : b, *shorter = a->size > b->size ? b : a;

	if (!shorter->size || memcmp(a->bytes, b->bytes, shorter->size))
		return false;
	for (unsigned i = shorter->size; i < longer->size; i++)
		if (longer->bytes[i])
			return false;
	return true;
}

char *at_binary_open(struct at_binary *binary, const char *path)
{
	struct stat status;

	*binary = (struct at_binary){ .path = path, .descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
	if (binary->descriptor < 0 || fstat(binary->descriptor, &status))
		return at_format("cannot open: %s", strerror(errno));
	if (!S_ISREG(status.st_mode))
		return at_strdup("not a file");
	binary->real_path = realpath(path, NULL);
	const char *slash = strrchr(binary->real_path ? binary->real_path : path, '/');
	binary->name = at_strdup(slash ? slash + 1 : path);
	char *problem = at_elf_open(&binary->elf, binary->descriptor, 0, (uint64_t)status.st_size, NULL);
	if (problem)
		return problem;
	if (binary->elf.header.e_type != ET_EXEC && binary->elf.header.e_type != ET_DYN)
		return at_strdup("not a program or shared library: a profile is made for what was run");
	find_code(binary);
	if (!binary->segments)
		return at_strdup("it has no executable segment");
	GElf_Shdr header;
	binary->probes = at_elf_section_named(&binary->elf, ".pseudo_probe_desc", &header) ||
		at_elf_section_named(&binary->elf, ".pseudo_probe", &header);
	at_build_id_read(&binary->elf, &binary->id);
	look_at_symbols(binary);
	binary->isa = at_isa_find(binary->elf.header.e_machine, at_elf_big(&binary->elf));
	if (binary->isa)
		binary->decoder = binary->isa->open(binary->elf.header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32);
	binary->fixed = fixed_length(binary->elf.header.e_machine);
	return NULL;
}

void at_binary_close(struct at_binary *binary)
{
	if (binary->descriptor >= 0) {
		at_elf_close(&binary->elf);
		close(binary->descriptor);
	}
	free(binary->real_path);
	free(binary->name);
	free(binary->segment);
	free(binary->section);
	free(binary->symbol);
	free(binary->decoder);
	*binary = (struct at_binary){ .descriptor = -1 };
}

enum at_placed at_binary_place(const struct at_binary *binary, uint64_t offset, uint64_t *address, uint64_t *other)
{
	bool found = false;

	for (size_t i = 0; i < binary->segments; i++) {
		const struct at_binary_part *segment = &binary->segment[i];
		if (offset < segment->offset || offset - segment->offset >= segment->end - segment->start)
			continue;
		*other = segment->start + (offset - segment->offset);
		if (found && *other != *address)
			return AT_CONFLICT;
		*address = *other;
		found = true;
	}
	return found && at_binary_code(binary, *address) ? AT_PLACED : AT_NOT_CODE;
}

const struct at_binary_part *at_binary_code(const struct at_binary *binary, uint64_t address)
{
	for (size_t i = 0; i < binary->sections && binary->section[i].start <= address; i++)
		if (address < binary->section[i].end)
			return &binary->section[i];
	return NULL;
}

bool at_binary_has_lengths(const struct at_binary *binary)
{
	bool bytes = false;

	for (size_t i = 0; i < binary->sections; i++)
		bytes |= binary->section[i].bytes;
	return binary->fixed || binary->elf.header.e_machine == EM_S390 ? bytes : binary->isa && bytes;
}

/* Of the instruction at the front of `bytes`. The first two bits of s390 instructions say it (Principles of Operation, ch. 5). */
static unsigned length_of(const struct at_binary *binary, const unsigned char *bytes, size_t count)
{
	if (binary->isa)
		return (unsigned)binary->isa->length(binary->decoder, bytes, count);
	if (binary->fixed)
		return count >= binary->fixed ? binary->fixed : 0;
	unsigned length = bytes[0] < 0x40 ? 2 : bytes[0] < 0xc0 ? 4 : 6;
	return length <= count ? length : 0;
}

bool at_walk_code_next(struct at_walk_code *walk, uint64_t *address, unsigned *length)
{
	enum { LONGEST = 16 };

	while (walk->at < walk->end) {
		const struct at_binary_part *part = at_binary_code(walk->binary, walk->at);
		if (!part || !part->bytes) {
			walk->at = part && part->end < walk->end ? part->end : walk->end;
			continue;
		}
		uint64_t left = part->end - walk->at;
		size_t here = walk->at >= walk->block_start && walk->at - walk->block_start < walk->block_count ?
			walk->block_count - (size_t)(walk->at - walk->block_start) : 0;
		if (here < LONGEST && here < left) {
			here = left < sizeof walk->block ? (size_t)left : sizeof walk->block;
			walk->block_start = walk->at;
			walk->block_count = here;
			if (at_elf_read(&walk->binary->elf, part->offset + (walk->at - part->start), walk->block, here)) {
				walk->block_count = 0;
				walk->at = part->end < walk->end ? part->end : walk->end;
				continue;
			}
		}
		*address = walk->at;
		*length = length_of(walk->binary, walk->block + (walk->at - walk->block_start), here < left ? here : (size_t)left);
		walk->at += *length ? *length : 1;
		if (*length)
			return true;
	}
	return false;
}

static int by_address(const void *a, const void *b)
{
	const struct at_binary_symbol *x = a, *y = b;

	return x->start != y->start ? (x->start < y->start ? -1 : 1) : strcmp(x->name, y->name);
}

void at_binary_symbols(struct at_binary *binary)
{
	const struct at_elf *elf = &binary->elf;
	GElf_Shdr header;
	GElf_Sym symbol;
	Elf_Data *symbols = at_elf_data(elf, at_elf_section_typed(elf, SHT_SYMTAB, &header));

	if (!symbols)
		symbols = at_elf_data(elf, at_elf_section_typed(elf, SHT_DYNSYM, &header));
	for (int i = 1; symbols && gelf_getsym(symbols, i, &symbol); i++) {
		const char *name = at_elf_string(elf, header.sh_link, symbol.st_name);
		if (!name || !*name || GELF_ST_TYPE(symbol.st_info) != STT_FUNC || symbol.st_shndx == SHN_UNDEF || !symbol.st_size)
			continue;
		if (!(binary->symbols & (binary->symbols - 1)))
			binary->symbol = at_resize(binary->symbol, binary->symbols ? binary->symbols * 2 : 1, sizeof *binary->symbol);
		binary->symbol[binary->symbols++] = (struct at_binary_symbol){ symbol.st_value, symbol.st_value + symbol.st_size, name };
	}
	if (binary->symbols)
		qsort(binary->symbol, binary->symbols, sizeof *binary->symbol, by_address);
}

const struct at_binary_symbol *at_binary_symbol(const struct at_binary *binary, uint64_t address)
{
	size_t low = 0, high = binary->symbols;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (binary->symbol[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low && address < binary->symbol[low - 1].end ? &binary->symbol[low - 1] : NULL;
}
