/* The functions of a binary by address, from its debug information (DWARF 2 to 5; libdw reads all but the lines): which functions
 * were inlined where, and the source line of each instruction. An index of its own, which does not need the tables that some
 * compilers leave out (.debug_aranges).
 *
 * First all compilation units are looked through for functions; then at_dwarf_unit_open reads one unit in full. Texts live as
 * long as the index. Foreign bytes: depth is limited, and each entry is visited at most once. */
#ifndef ATESOR_PROFGEN_DWARF_H
#define ATESOR_PROFGEN_DWARF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "elf_file.h"

enum { AT_DWARF_NONE = UINT32_MAX };

struct at_dwarf_function {
	uint64_t start, end;
	uint32_t unit;
	const char *name;            /* the linker's name, else the source's */
};

struct at_dwarf {
	const struct at_elf *elf;    /* the caller's; it must outlive the index */
	struct Dwarf *handle;
	struct at_dwarf_unit_place *unit;
	size_t units;
	struct at_dwarf_function *function;     /* a range of a function each: ascending by start, then by unit */
	size_t functions;
	unsigned gcc;                /* major version of the GCC that made the first unit with functions; 0: another compiler */
	size_t split_missing;        /* units whose .dwo file was not found */
};

/* A function or an inlined copy of one. */
struct at_dwarf_scope {
	uint32_t parent;             /* index of the scope it is inlined into; AT_DWARF_NONE: it is a function */
	const char *name;            /* NULL: it has none */
	uint32_t line;               /* of its declaration */
	uint32_t call_line, call_discriminator;
};

struct at_dwarf_range {
	uint64_t start, end;
	uint32_t scope;
};

struct at_dwarf_row {                /* an address where a line of the source begins */
	uint64_t address;
	uint32_t line, discriminator;
	bool end;                    /* nothing is known from here on */
};

struct at_dwarf_unit {
	struct at_dwarf_scope *scope;
	struct at_dwarf_range *range;       /* the innermost scopes; ascending, not overlapping */
	struct at_dwarf_row *row;           /* ascending */
	size_t scopes, ranges, rows;
};

/* NULL when all is well, else what is wrong as text that the caller frees. Release with at_dwarf_close in any case. */
char *at_dwarf_open(struct at_dwarf *dwarf, const struct at_elf *elf);
void at_dwarf_close(struct at_dwarf *dwarf);
void at_dwarf_unit_open(struct at_dwarf *dwarf, uint32_t unit, struct at_dwarf_unit *read);
void at_dwarf_unit_close(struct at_dwarf_unit *read);

#endif
