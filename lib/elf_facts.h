/* All that is known of one file: an ELF file, an archive with its members, LLVM bitcode, or something else.
 * Filled by at_file_read, shown by elf_report.h, compared by elf_compare.h. Release with at_file_free. */
#ifndef ATESOR_ELF_FACTS_H
#define ATESOR_ELF_FACTS_H

#include "elf_abi.h"
#include "elf_classes.h"
#include "elf_code.h"
#include "elf_go.h"
#include "elf_machine.h"
#include "elf_notes.h"

struct at_elf_options {
	const char *root;          /* thin archives: the directory that must hold the members; NULL: the archive's own */
	uint64_t members;          /* how many members of an archive are listed by name */
	bool no_classes;           /* do not decode instructions */
	uint64_t code_limit;       /* bytes of code of one file that are decoded */
	uint64_t threads;          /* that decode, at most; 0 as 1 */
};

/* One ELF image. */
struct at_elf_facts {
	bool has_header;           /* the four below are known */
	const char *machine;       /* NULL: no name for the number */
	uint16_t machine_number;
	unsigned class;            /* 32 or 64 */
	bool big;
	enum at_elf_type type;
	struct at_code code;
	struct at_abi abi;
	struct at_notes notes;
	struct at_go go;
	struct at_classes classes;
	const char *fp_mode;       /* how it changes the floating-point mode of the process; NULL: it does not */
};

enum at_file_kind { AT_FILE_OTHER, AT_FILE_ELF, AT_FILE_BITCODE, AT_FILE_ARCHIVE, AT_FILE_THIN };

struct at_member_facts {
	char *name, *problem;
	enum at_file_kind kind;
	const char *machine, *no_code;
	uint64_t size;
	char code_sha256[AT_SHA256_HEX];
};

struct at_file {
	enum at_file_kind kind;
	char *problem;             /* what is wrong with the file; what was read before that is kept */
	uint64_t size;
	/* Of an archive: the machine, class and byte order that its ELF members share, the sums of their sizes, and hashes over the
	 * members' names and hashes. */
	struct at_elf_facts elf;
	bool mixed_machines;       /* of an archive */
	struct at_member_facts *member;
	size_t member_count;       /* listed */
	uint64_t member_total, member_elf, member_bitcode, member_other;
};

/* Never fails as a call: what cannot be read is said in `problem`. */
void at_file_read(struct at_file *file, const char *path, const struct at_elf_options *options);
void at_file_read_fd(struct at_file *file, int descriptor, const char *path, const struct at_elf_options *options);
void at_file_free(struct at_file *file);
const char *at_file_kind_name(enum at_file_kind kind);

/* One ELF image; NULL, or what is wrong with it (the caller frees). */
char *at_elf_facts_read(struct at_elf_facts *facts, int descriptor, uint64_t offset, uint64_t size, Elf *archive,
		const struct at_elf_options *options);
void at_elf_facts_free(struct at_elf_facts *facts);

#endif
