/* How counts of addresses become a profile: the choices that differ between tools, and helpers for names and discriminators. */
#ifndef ATESOR_PROFGEN_RULES_H
#define ATESOR_PROFGEN_RULES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "profile.h"

enum at_totals { AT_TOTALS_SAMPLES, AT_TOTALS_BYTES };

struct at_rules {
	enum at_fold fold;           /* how the instructions of one line become one count */
	enum at_totals totals;       /* of a function: samples, or samples × bytes of the instruction */
	bool keep_line_zero;         /* instructions on no line count, at an offset that wraps around */
	bool zeros;                  /* lines of a sampled function that were not hit are written with 0 */
	bool symbols;                /* functions are those of the symbol table, parts of their own included */
	bool duplicated_totals;      /* totals count what the duplication factor says, too */
	bool plain_discriminators;   /* GCC's: numbers without parts */
	bool fs_discriminators;      /* flow-sensitive: the compiler takes them apart, pass by pass */
	bool llvm_names;             /* only the suffixes that llvm-profgen knows are taken off */
	double least_share;          /* a function with less of all samples is left out (0: none is) … */
	uint64_t least_total;        /* … or with no more than this */
};

/* Length of `name` without the suffixes that compilers add to copies and parts of a function (.llvm.*, .part.*, .cold, .isra.*,
 * .constprop.*, .lto_priv.*); .__uniq.* stays. */
size_t at_plain_name(const char *name, bool llvm);
/* Whether a profile can hold the name: its format reads control characters, a blank or '[' at the front otherwise. */
bool at_writable_name(const char *name);

/* The parts of LLVM's discriminators (llvm/IR/DebugInfoMetadata.h): base, duplication factor (1: none), copy. */
uint32_t at_discriminator_base(uint32_t discriminator);
uint32_t at_discriminator_duplication(uint32_t discriminator);

#endif
