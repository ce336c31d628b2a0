/* Counts of addresses, laid over the debug information: the profile. */
#ifndef ATESOR_PROFGEN_SYMBOLIZE_H
#define ATESOR_PROFGEN_SYMBOLIZE_H

#include "profgen_collect.h"
#include "profgen_dwarf.h"
#include "profgen_rules.h"

/* `counts`: ascending by address. Fills and finishes the profile, and the part of `where` about hits. */
void at_symbolize(const struct at_count *counts, size_t count, struct at_binary *binary, struct at_dwarf *dwarf,
		const struct at_rules *rules, struct at_profile *profile, struct at_where *where);

#endif
