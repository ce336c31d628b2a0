/* Which core a CPU is, by the numbers and names that it gives, and what compilers call it. A table for each architecture. */
#ifndef ATESOR_PROBE_CORE_H
#define ATESOR_PROBE_CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum at_certainty {
	AT_ABSENT,           /* not known */
	AT_INFERRED,         /* concluded from something less than the exact model */
	AT_DETECTED
};

struct at_core {
	enum at_certainty certainty;
	const char *id;      /* the name that new compilers give it; NULL if absent */
};

/* x86: vendor as CPUID gives it ("AuthenticAMD"), family and model with the extended parts added in, stepping. A model that
 * the table does not have is inferred from its family where a family has one line of cores. */
struct at_core at_core_x86(const char *vendor, uint32_t family, uint32_t model, uint32_t stepping);

/* aarch64: implementer and part number of MIDR_EL1. */
struct at_core at_core_arm(uint32_t implementer, uint32_t part);

/* riscv64: by the device tree's `compatible` texts, else by the uarch line of /proc/cpuinfo, else by mvendorid and marchid
 * together (if `has_ids`), which some cores share: those are matched by name only. */
struct at_core at_core_riscv(char *const *compatible, size_t count, const char *uarch, bool has_ids, uint64_t mvendorid,
		uint64_t marchid);

/* The name to try after this one, for a compiler that does not know it: an older core of the same line. NULL at the end. */
const char *at_core_older(const char *id);

#endif
