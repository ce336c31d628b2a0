/* The program or library that a profile is made for: what tells it apart from others in a recording, and its code.
 * Any machine's ELF file. It owns what it opens; release with at_binary_close, also after an error. */
#ifndef ATESOR_PROFGEN_BINARY_H
#define ATESOR_PROFGEN_BINARY_H

#include "elf_file.h"
#include "isa.h"
#include "perf_event.h"

struct at_binary_part {             /* of the code */
	uint64_t start, end;        /* addresses in the file's own terms; end is behind the last */
	uint64_t offset;            /* of `start` in the file */
	bool bytes;                 /* its bytes are there: not in a file of debug information */
};

struct at_binary_symbol {
	uint64_t start, end;
	const char *name;
};

struct at_binary {
	const char *path;           /* the caller's */
	char *real_path, *name;     /* without links; its last part */
	int descriptor;
	struct at_elf elf;
	struct at_perf_build_id id;
	struct at_binary_part *segment, *section;      /* executable; ascending by address */
	size_t segments, sections;
	uint64_t base;              /* page of the first executable segment: what offsets in saved counts are relative to */
	bool probes;                /* it has pseudo-probe metadata */
	bool fs_discriminators;     /* its discriminators are flow-sensitive: no duplication factor in them */
	bool kernel;                /* it has the symbol that recordings of the kernel are relative to … */
	uint64_t kernel_start;      /* … at this address */
	const struct at_isa *isa;   /* NULL: lengths are known only if `fixed` */
	void *decoder;
	unsigned fixed;             /* all instructions have this length; 0: they differ */
	struct at_binary_symbol *symbol;               /* functions, ascending; only after at_binary_symbols */
	size_t symbols;
};

/* NULL when all is well, else what is wrong as text that the caller frees. */
char *at_binary_open(struct at_binary *binary, const char *path);
void at_binary_close(struct at_binary *binary);

enum at_placed { AT_PLACED, AT_NOT_CODE, AT_CONFLICT };
/* The address of the code at `offset` of the file. AT_CONFLICT: two segments show it at different addresses (*other too). */
enum at_placed at_binary_place(const struct at_binary *binary, uint64_t offset, uint64_t *address, uint64_t *other);
/* The part of the code that `address` lies in; NULL: none. */
const struct at_binary_part *at_binary_code(const struct at_binary *binary, uint64_t address);
bool at_binary_has_lengths(const struct at_binary *binary);
/* Reads the function symbols, and finds the one at `address`; NULL: none. */
void at_binary_symbols(struct at_binary *binary);
const struct at_binary_symbol *at_binary_symbol(const struct at_binary *binary, uint64_t address);

/* Walks over the instructions of [at, end). Start with { .binary, .at, .end }; bytes that are no instruction are passed over. */
struct at_walk_code {
	const struct at_binary *binary;
	uint64_t at, end;
	unsigned char block[4096];
	uint64_t block_start;
	size_t block_count;
};
bool at_walk_code_next(struct at_walk_code *walk, uint64_t *address, unsigned *length);

/* Hex, for messages; "none" if it is not known. The caller frees. */
char *at_build_id_text(const struct at_perf_build_id *id);
bool at_build_id_same(const struct at_perf_build_id *a, const struct at_perf_build_id *b);
void at_build_id_read(const struct at_elf *elf, struct at_perf_build_id *id);

#endif
