/* What a misaligned 8-byte load costs. From the kernel (riscv_hwprobe) where it tells, else timed. */
#ifndef ATESOR_PROBE_MISALIGNED_H
#define ATESOR_PROBE_MISALIGNED_H

#include "json.h"
#include "thresholds.h"

enum at_misaligned_speed { AT_MISALIGNED_UNKNOWN, AT_MISALIGNED_EMULATED, AT_MISALIGNED_SLOW, AT_MISALIGNED_FAST,
	AT_MISALIGNED_UNSUPPORTED };      /* the numbers are those of riscv_hwprobe */

struct at_misaligned {
	enum at_misaligned_speed speed;
	bool timed;                /* by us; else the kernel says so */
	double ratio;              /* of the timing: misaligned load to aligned load; 0 if unsupported */
};

/* A load that takes at most fast_most times as long as an aligned one is fast, one of emulated_least times or more
 * emulated, and between them slow. */
struct at_misaligned_limits {
	double fast_most, emulated_least;
};

#define AT_MISALIGNED_LIMITS { AT_DEFAULT_MISALIGNED_FAST, AT_DEFAULT_MISALIGNED_EMULATED }

/* In a child: SIGBUS is "unsupported". If it cannot be timed the speed stays unknown. */
void at_misaligned_time(struct at_misaligned *misaligned, const struct at_misaligned_limits *limits);
/* the member "misaligned", if known */
void at_misaligned_write(const struct at_misaligned *misaligned, struct at_json *json);

#endif
