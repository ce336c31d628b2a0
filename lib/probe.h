/* The machine as one document, and a short name for it that changes when a measurement of it would be another one's. */
#ifndef ATESOR_PROBE_H
#define ATESOR_PROBE_H

#include "json.h"
#include "sha256.h"

/* One JSON object: kind, arch, cpu, core, isa, compilers, the members of probe_system.h, hypervisor, warnings. */
void at_probe_write(struct at_json *json);

/* SHA-256 over what the CPU says of itself, the allowed CPUs, the kernel's release, and path, size and mtime of each
 * compiler. Runs nothing. 0, or -1 with errno. */
int at_probe_fingerprint(char hex[AT_SHA256_HEX]);

#endif
