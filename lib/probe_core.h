/* Which core a CPU is, by the numbers that it gives, and what compilers call it. */
#ifndef ATESOR_PROBE_CORE_H
#define ATESOR_PROBE_CORE_H

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

/* The name to try after this one, for a compiler that does not know it: an older core of the same line. NULL at the end. */
const char *at_core_older(const char *id);

#endif
