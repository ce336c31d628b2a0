/* What the control groups of this process leave it. */
#ifndef ATESOR_PROBE_LIMITS_H
#define ATESOR_PROBE_LIMITS_H

#include <stdint.h>

/* CPUs' worth of time; 0: no limit is known. */
double at_cpu_quota(void);

/* Bytes that may still be used: the limit less what is used and could not be given back at once (inactive file pages could). 0:
 * no limit is known; at least 1 where there is one. */
uint64_t at_group_memory(void);

#endif
