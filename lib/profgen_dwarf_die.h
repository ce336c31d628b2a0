/* One entry of the debug information: the attributes of it that matter for profiles, read in one pass; names and lines that it
 * takes over from the entries it refers to. */
#ifndef ATESOR_PROFGEN_DWARF_DIE_H
#define ATESOR_PROFGEN_DWARF_DIE_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stdint.h>

/* The section that the last text was found in, up to its last NUL: libdw does not prove that a text ends. Begin with zeroes. */
struct at_die_texts {
	const char *start, *end;
};

struct at_die {
	struct at_die_texts *texts;     /* the caller's */
	const char *linkage_name, *name, *producer;
	uint64_t line, call_line, call_discriminator;      /* line: of the declaration; 0: not there */
	bool has_line, has_ranges, declaration;
	bool refers;                    /* `origin` is the entry it is an instance or the definition of */
	Dwarf_Die origin;
};

void at_die_read(struct at_die_texts *texts, Dwarf_Die *entry, struct at_die *die);
/* Its own, or that of the nearest entry it refers to that has one. */
const char *at_die_name(const struct at_die *die);
uint64_t at_die_line(const struct at_die *die);

/* Calls `visit` for each entry below `top`, with its depth, in order; it says whether to go below that one. */
typedef bool at_die_visit(void *argument, Dwarf_Die *entry, int tag, unsigned depth);
void at_die_walk(Dwarf_Die *top, at_die_visit *visit, void *argument);

#endif
