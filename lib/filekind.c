#include "filekind.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

static bool begins(const void *start, size_t count, const char *magic, size_t length)
{
	return count >= length && !memcmp(start, magic, length);
}

static bool holds(const void *start, size_t count, const char *text)
{
	return memmem(start, count, text, strlen(text)) != NULL;
}

/* e_type stands at offset 16 in both classes (ELF specification 1.2, figure 1-3). */
static enum at_file_kind kind_by_type(const unsigned char *start, size_t count)
{
	if (count < 18 || (start[EI_DATA] != ELFDATA2LSB && start[EI_DATA] != ELFDATA2MSB))
		return AT_KIND_OTHER;
	unsigned type = start[EI_DATA] == ELFDATA2LSB ? start[16] | (unsigned)start[17] << 8 : start[17] | (unsigned)start[16] << 8;
	return type == ET_REL ? AT_KIND_ELF_OBJECT : type == ET_EXEC ? AT_KIND_ELF_EXEC : type == ET_DYN ? AT_KIND_ELF_SHARED :
			AT_KIND_OTHER;
}

/* The first comment of what libtool generates. */
static bool is_libtool(const void *start, size_t count)
{
	if (begins(start, count, "# ", 2))
		return holds(start, count, " - a libtool object file") || holds(start, count, " - a libtool library file");
	return begins(start, count, "#!", 2) && holds(start, count, " - temporary wrapper script for ");
}

enum at_file_kind at_kind_of_start(const void *start, size_t count)
{
	static const char archive[] = "!<arch>\n", thin[] = "!<thin>\n", package[] = "!<arch>\ndebian-binary";

	if (begins(start, count, ELFMAG, SELFMAG))
		return kind_by_type(start, count);
	if (begins(start, count, archive, 8) || begins(start, count, thin, 8))
		return begins(start, count, package, sizeof package - 1) ? AT_KIND_OTHER : AT_KIND_ARCHIVE;
	if (begins(start, count, "BC\xc0\xde", 4) || begins(start, count, "\xde\xc0\x17\x0b", 4))
		return AT_KIND_BITCODE;
	if (begins(start, count, "Signature: 8a477f597d28d172789f06886806bc55", 43))
		return holds(start, count, "cargo") ? AT_KIND_CARGO : AT_KIND_OTHER;
	if (begins(start, count, "# CMAKE generated file: DO NOT EDIT!", 36))
		return AT_KIND_CMAKE;
	if (begins(start, count, "# This is the build file for project", 36))
		return AT_KIND_MESON;
	return is_libtool(start, count) ? AT_KIND_LIBTOOL : AT_KIND_OTHER;
}

/* The rules of elfutils' elfclassify: DF_1_PIE makes an executable; so does an interpreter without a soname (ld.so-like
 * libraries that can be started have both). */
static bool is_executable(Elf *elf)
{
	Elf_Scn *section = NULL;
	size_t count = 0;
	bool interpreter = false, soname = false, pie = false;
	GElf_Phdr segment;
	GElf_Shdr header;
	GElf_Dyn item;

	if (elf_getphdrnum(elf, &count))
		return false;
	for (size_t i = 0; i < count; i++)
		interpreter |= gelf_getphdr(elf, (int)i, &segment) && segment.p_type == PT_INTERP;
	while ((section = elf_nextscn(elf, section))) {
		if (!gelf_getshdr(section, &header) || header.sh_type != SHT_DYNAMIC)
			continue;
		Elf_Data *data = elf_getdata(section, NULL);
		for (int i = 0; data && gelf_getdyn(data, i, &item) && item.d_tag != DT_NULL; i++) {
			soname |= item.d_tag == DT_SONAME;
			pie |= item.d_tag == DT_FLAGS_1 && (item.d_un.d_val & DF_1_PIE);
		}
	}
	return pie || (interpreter && !soname);
}

enum at_file_kind at_kind_of_file(int file)
{
	char start[AT_KIND_LOOK];
	ssize_t got = pread(file, start, sizeof start, 0);
	enum at_file_kind kind = got > 0 ? at_kind_of_start(start, (size_t)got) : AT_KIND_OTHER;

	if (kind != AT_KIND_ELF_SHARED || elf_version(EV_CURRENT) == EV_NONE)
		return kind;
	Elf *elf = elf_begin(file, ELF_C_READ, NULL);
	if (elf && elf_kind(elf) == ELF_K_ELF && is_executable(elf))
		kind = AT_KIND_ELF_EXEC;
	elf_end(elf);
	return kind;
}

const char *at_kind_name(enum at_file_kind kind)
{
	switch (kind) {
	case AT_KIND_ELF_EXEC:
		return "elf-exec";
	case AT_KIND_ELF_SHARED:
		return "elf-shared";
	case AT_KIND_ELF_OBJECT:
		return "elf-object";
	case AT_KIND_ARCHIVE:
		return "archive";
	default:
		return "other";
	}
}
