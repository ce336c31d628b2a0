/* One ELF image inside a file: the whole file, or a member of an archive. Read with pread through libelf, never mapped: a
 * mapped file that shrinks kills the reader by SIGBUS, and section contents are streamed so that memory stays bounded.
 *
 * The image borrows the descriptor and, for a member, the archive's handle: both must outlive it. All numbers in the
 * headers are foreign: at_elf_open has proved that the header tables and the contents of the sections lie inside the image. */
#ifndef ATESOR_ELF_FILE_H
#define ATESOR_ELF_FILE_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct at_elf {
	int descriptor;
	uint64_t offset, size;      /* where the image lies in the descriptor */
	Elf *handle;
	bool has_header;            /* `header` was read */
	GElf_Ehdr header;
	size_t sections, segments;  /* how many; sections counts the null section */
	size_t names;               /* index of the section with the section names */
	struct at_elf_load {
		uint64_t address, offset, bytes;      /* of the part that is in the file */
	} load[32];                 /* the PT_LOAD segments */
	size_t loads;
	struct at_elf_loaded *loaded;    /* which tables are in memory */
};

enum {
	AT_ELF_TABLE_LIMIT = 24 << 20,    /* bytes of a symbol, string or unwind table that is read whole */
	AT_ELF_LOAD_LIMIT = 48 << 20      /* of all such tables of a file */
};

/* Opens the image of `size` bytes at `offset`. `archive`: the libelf handle of the archive, positioned (elf_rand) at the
 * member's header; NULL for a whole file. Returns NULL when all is well, else what is wrong with the file as text that the caller
 * frees; if
 * `has_header` is set even then, e_machine and e_type can be shown beside the error. Always end with at_elf_close. */
char *at_elf_open(struct at_elf *elf, int descriptor, uint64_t offset, uint64_t size, Elf *archive);
void at_elf_close(struct at_elf *elf);

/* Section `index` and its header. NULL if there is none. */
Elf_Scn *at_elf_section(const struct at_elf *elf, size_t index, GElf_Shdr *header);
/* The first section of that name or type. NULL if there is none. */
Elf_Scn *at_elf_section_named(const struct at_elf *elf, const char *name, GElf_Shdr *header);
Elf_Scn *at_elf_section_typed(const struct at_elf *elf, uint32_t type, GElf_Shdr *header);
/* Never NULL; "" for a name that lies outside the name table. Lives as long as the image. */
const char *at_elf_section_name(const struct at_elf *elf, const GElf_Shdr *header);

/* All of a section, converted to the host's byte order where its type has one. NULL if it is empty, broken or too large.
 * Lives as long as the image, so what is loaded is counted: sections do not overlap, together they are not larger than the
 * file; a hostile table of headers can name the same bytes a thousand times. */
Elf_Data *at_elf_data(const struct at_elf *elf, Elf_Scn *section);
/* A string of the string table `section`, NULL if that lies outside of it or does not end. */
const char *at_elf_string(const struct at_elf *elf, size_t section, uint64_t offset);

/* `count` bytes of the image, from `offset` within it. 0, or -1 with errno (ENODATA: not so many bytes are there). */
int at_elf_read(const struct at_elf *elf, uint64_t offset, void *bytes, size_t count);
/* The image's offset of a virtual address, by the PT_LOAD segments, with `count` bytes there in the file. -1 if there is none. */
int64_t at_elf_offset(const struct at_elf *elf, uint64_t address, uint64_t count);

bool at_elf_big(const struct at_elf *elf);    /* big-endian */
/* An unsigned number of 1, 2, 4 or 8 bytes in the image's byte order. */
uint64_t at_elf_number(const struct at_elf *elf, const unsigned char *bytes, unsigned width);

#endif
