/* Hostile ELF files, built here: tables that name the same bytes again and again, chains that never end, names that are not
 * there. Each must end soon, in bounded memory, with an answer or an error. */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "alloc.h"
#include "elf_facts.h"

#define CODE .sh_name = 11, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR

/* An image in the making: header, content, section headers. Section 0 is the null section, 1 the names. */
struct image {
	unsigned char *bytes;
	size_t count;
	Elf64_Shdr *section;
	unsigned sections;
};

static size_t add_bytes(struct image *image, const void *bytes, size_t count)
{
	size_t at = image->count;

	image->bytes = at_resize(image->bytes, at + count, 1);
	if (bytes)
		memcpy(image->bytes + at, bytes, count);
	else
		memset(image->bytes + at, 0x90, count);
	image->count += count;
	return at;
}

static unsigned add_section(struct image *image, Elf64_Shdr header)
{
	if ((image->sections & (image->sections - 1)) == 0)
		image->section = at_resize(image->section, image->sections ? image->sections * 2 : 1, sizeof header);
	image->section[image->sections] = header;
	return image->sections++;
}

static void start(struct image *image)
{
	static const char names[] = "\0.eh_frame\0.text";

	*image = (struct image){ 0 };
	add_bytes(image, NULL, sizeof(Elf64_Ehdr));
	add_section(image, (Elf64_Shdr){ 0 });
	add_section(image, (Elf64_Shdr){ .sh_type = SHT_STRTAB, .sh_offset = add_bytes(image, names, sizeof names),
			.sh_size = sizeof names });
}

static void finish(struct image *image, uint16_t type, struct at_file *file)
{
	const struct at_elf_options options = { .members = 10, .code_limit = UINT64_MAX };
	Elf64_Ehdr header = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT }, .e_type = type,
			.e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_ehsize = sizeof header, .e_shentsize = sizeof(Elf64_Shdr),
			.e_shnum = (uint16_t)image->sections, .e_shstrndx = 1 };
	int descriptor = memfd_create("elf", 0);

	while (image->count % 8)
		add_bytes(image, "", 1);
	header.e_shoff = add_bytes(image, image->section, image->sections * sizeof *image->section);
	memcpy(image->bytes, &header, sizeof header);
	if (descriptor < 0 || write(descriptor, image->bytes, image->count) != (ssize_t)image->count)
		abort();
	at_file_read_fd(file, descriptor, "file", &options);
	close(descriptor);
	free(image->bytes);
	free(image->section);
}

static bool says(const struct at_file *file, const char *text)
{
	return file->problem && strstr(file->problem, text);
}

static void test_good(void)
{
	struct image image;
	struct at_file file;

	start(&image);
	add_section(&image, (Elf64_Shdr){ CODE,
			.sh_offset = add_bytes(&image, NULL, 100), .sh_size = 100 });
	finish(&image, ET_REL, &file);
	CHECK(!file.problem, "%s", file.problem);
	CHECK(file.elf.classes.all.instructions == 100, "%llu", (unsigned long long)file.elf.classes.all.instructions);
	CHECK(file.elf.code.count == 1 && !strcmp(file.elf.code.section[0].name, ".text"), "one section");
	at_file_free(&file);
}

static void test_overlap(void)
{
	struct image image;
	struct at_file file;

	start(&image);
	size_t at = add_bytes(&image, NULL, 4 << 20);
	for (int i = 0; i < 60000; i++)
		add_section(&image, (Elf64_Shdr){ CODE, .sh_offset = at, .sh_size = 4 << 20 });
	finish(&image, ET_EXEC, &file);
	CHECK(says(&file, "overlap"), "%s", file.problem ? file.problem : "no problem");
	at_file_free(&file);
}

/* Notes, dynamic symbols and their texts, all in the same bytes, in thousands of sections. */
static void test_tables(void)
{
	struct image image;
	struct at_file file;
	size_t bytes = 4 << 20;

	start(&image);
	size_t at = add_bytes(&image, NULL, bytes);
	memset(image.bytes + at, 1, bytes);
	for (int i = 0; i < 20000; i++)
		add_section(&image, (Elf64_Shdr){ .sh_type = i % 2 ? SHT_NOTE : SHT_DYNSYM, .sh_link = 3, .sh_offset = at, .sh_size = bytes,
				.sh_entsize = 24 });
	finish(&image, ET_DYN, &file);
	CHECK(file.problem || file.elf.abi.exports_broken || file.elf.abi.export_count < 1000000, "exports");
	at_file_free(&file);
}

/* One long text is the name of every symbol; every symbol is exported. */
static void test_names(void)
{
	enum { SYMBOLS = 20000, TEXT = 1 << 20 };
	struct image image;
	struct at_file file;
	char *text = at_alloc(TEXT);
	Elf64_Sym *symbols = at_alloc(SYMBOLS * sizeof *symbols);

	memset(text + 1, 'x', TEXT - 2);
	for (int i = 1; i < SYMBOLS; i++)
		symbols[i] = (Elf64_Sym){ .st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1 };
	start(&image);
	unsigned strings = add_section(&image, (Elf64_Shdr){ .sh_type = SHT_STRTAB,
			.sh_offset = add_bytes(&image, text, TEXT), .sh_size = TEXT });
	while (image.count % 8)
		add_bytes(&image, "", 1);
	add_section(&image, (Elf64_Shdr){ .sh_type = SHT_DYNSYM, .sh_link = strings, .sh_offset = add_bytes(&image, symbols,
			SYMBOLS * sizeof *symbols), .sh_size = SYMBOLS * sizeof *symbols, .sh_entsize = sizeof *symbols, .sh_info = 1 });
	finish(&image, ET_DYN, &file);
	CHECK(!file.problem && file.elf.abi.exports_broken, "%s", file.problem ? file.problem : "exports not refused");
	at_file_free(&file);
	free(text);
	free(symbols);
}

/* Relocations by the hundred thousand against that symbol: too much to compare, so an object has no hash. */
static void test_relocations(void)
{
	enum { RELOCATIONS = 300000, TEXT = 1 << 20 };
	struct image image;
	struct at_file file;
	char *text = at_alloc(TEXT);
	Elf64_Sym symbols[2] = { { 0 }, { .st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC) } };
	Elf64_Rela *relocs = at_alloc(RELOCATIONS * sizeof *relocs);

	memset(text + 1, 'x', TEXT - 2);
	for (int i = 0; i < RELOCATIONS; i++)
		relocs[i] = (Elf64_Rela){ .r_offset = (Elf64_Addr)(RELOCATIONS - i), .r_info = ELF64_R_INFO(1, R_X86_64_64) };
	start(&image);
	unsigned strings = add_section(&image, (Elf64_Shdr){ .sh_type = SHT_STRTAB,
			.sh_offset = add_bytes(&image, text, TEXT), .sh_size = TEXT });
	unsigned table = add_section(&image, (Elf64_Shdr){ .sh_type = SHT_SYMTAB, .sh_link = strings,
			.sh_offset = add_bytes(&image, symbols, sizeof symbols), .sh_size = sizeof symbols, .sh_entsize = sizeof *symbols,
			.sh_info = 1 });
	unsigned code = add_section(&image, (Elf64_Shdr){ CODE,
			.sh_offset = add_bytes(&image, NULL, 1000), .sh_size = 1000 });
	add_section(&image, (Elf64_Shdr){ .sh_type = SHT_RELA, .sh_link = table, .sh_info = code, .sh_entsize = sizeof *relocs,
			.sh_offset = add_bytes(&image, relocs, RELOCATIONS * sizeof *relocs), .sh_size = RELOCATIONS * sizeof *relocs });
	finish(&image, ET_REL, &file);
	CHECK(!file.problem && file.elf.code.no_code && !*file.elf.code.sha256, "%s", file.problem ? file.problem : "hashed");
	at_file_free(&file);
	free(text);
	free(relocs);
}

/* Version definitions whose next one lies one byte further. */
static void test_versions(void)
{
	enum { BYTES = 2 << 20 };
	struct image image;
	struct at_file file;
	unsigned char *chain = at_alloc(BYTES);

	memset(chain, 1, BYTES);
	start(&image);
	add_section(&image, (Elf64_Shdr){ .sh_type = SHT_GNU_verdef, .sh_link = 1, .sh_offset = add_bytes(&image, chain, BYTES),
			.sh_size = BYTES, .sh_info = 1 });
	finish(&image, ET_DYN, &file);
	CHECK(!file.problem && file.elf.abi.versions.count < 5000, "%zu", file.elf.abi.versions.count);
	at_file_free(&file);
	free(chain);
}

/* FDEs that point in turn at two CIEs, and a CIE without an end. */
static void test_frames(void)
{
	enum { FRAMES = 60000 };
	struct image image;
	struct at_file file;
	uint32_t *words = at_alloc((FRAMES + 16) * 16);
	size_t n = 0;

	for (int cie = 0; cie < 2; cie++) {
		uint32_t record[4] = { 12, 0, 0x80807a01u, 0x80808080u };
		memcpy(words + n, record, sizeof record);
		n += 4;
	}
	for (int i = 0; i < FRAMES; i++) {
		uint32_t record[4] = { 12, (uint32_t)(n * 4 + 4 - (i % 2 ? 0 : 16)), 0x1000, 0x10 };
		memcpy(words + n, record, sizeof record);
		n += 4;
	}
	start(&image);
	add_section(&image, (Elf64_Shdr){ .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC,
			.sh_offset = add_bytes(&image, words, n * 4), .sh_size = n * 4 });
	add_section(&image, (Elf64_Shdr){ CODE, .sh_addr = 0x1000,
			.sh_offset = add_bytes(&image, NULL, 100), .sh_size = 100 });
	finish(&image, ET_EXEC, &file);
	CHECK(!file.problem && file.elf.classes.all.instructions == 100, "%s", file.problem ? file.problem : "instructions");
	at_file_free(&file);
	free(words);
}

/* Code at the end of the address space. */
static void test_wrap(void)
{
	struct image image;
	struct at_file file;

	start(&image);
	add_section(&image, (Elf64_Shdr){ CODE,
			.sh_addr = UINT64_MAX - 10, .sh_offset = add_bytes(&image, NULL, 100), .sh_size = 100 });
	finish(&image, ET_EXEC, &file);
	CHECK(says(&file, "impossible address"), "%s", file.problem ? file.problem : "no problem");
	at_file_free(&file);
}

int main(void)
{
	struct rusage usage;

	test_good();
	test_overlap();
	test_tables();
	test_names();
	test_relocations();
	test_versions();
	test_frames();
	test_wrap();
	getrusage(RUSAGE_SELF, &usage);
	/* The files alone take 12 MiB; AddressSanitizer keeps what was freed. */
	CHECK(usage.ru_maxrss < 512 << 10, "%ld KiB", usage.ru_maxrss);
	CHECK(usage.ru_utime.tv_sec < 60, "%ld s", (long)usage.ru_utime.tv_sec);
	return failures != 0;
}
