/* The rest of the machine: allowed CPUs, memory, kernel, libc, limits, clock control, temperatures, caches. */
#ifndef ATESOR_PROBE_SYSTEM_H
#define ATESOR_PROBE_SYSTEM_H

#include <stdbool.h>

#include "json.h"
#include "warnings.h"

/* Writes the members cpus_allowed, cpu_quota, memory_bytes, kernel, libc, governor, frequency, temperatures and caches into the
 * open object, and "facts": for each of them "detected" or "absent". What the machine does not show is absent. Of an emulated
 * machine only the first four are meant: the others would be the host's. */
void at_system_write(bool emulated, struct at_json *json, struct at_warnings *warnings);

/* Writes its member, and says whether there was anything to write (probe_caches.c).
 * caches: [{level, type, size_bytes, line_bytes, cpus}] of one CPU, from sysfs */
bool at_write_caches(int cpu, struct at_json *json);

#endif
