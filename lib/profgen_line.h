/* A unit's table of source lines (DWARF 2 to 5). libdw's own reader refuses tables with discriminators of more than 24 bits,
 * which clang writes for pseudo-probes and flow-sensitive profiles; and it cannot tell the code that the linker has left out,
 * whose rows begin at address 0, from the code that is there. Foreign bytes: bounds are checked. */
#ifndef ATESOR_PROFGEN_LINE_H
#define ATESOR_PROFGEN_LINE_H

#include "profgen_dwarf.h"

/* The rows of the table at `offset` of .debug_line, ascending by address; those of a sequence that does not begin in an
 * executable section are left out. The caller frees. *rows is 0 if there is no table, or up to where it is broken. */
struct at_dwarf_row *at_lines_read(const struct at_elf *elf, uint64_t offset, size_t *rows);

#endif
