/* The rest of the machine: allowed CPUs, memory, kernel, libc, clock control, temperatures. */
#ifndef ATESOR_PROBE_SYSTEM_H
#define ATESOR_PROBE_SYSTEM_H

#include "json.h"
#include "warnings.h"

/* Writes the members cpus_allowed, memory_bytes, kernel, libc, governor, frequency and temperatures into the open object.
 * What the machine does not show is absent. */
void at_system_write(struct at_json *json, struct at_warnings *warnings);

#endif
