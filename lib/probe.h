/* The machine as one document, and a short name for it that changes when a measurement of it would be another one's. */
#ifndef ATESOR_PROBE_H
#define ATESOR_PROBE_H

#include <stdbool.h>

#include "argv.h"
#include "json.h"
#include "probe_misaligned.h"
#include "sha256.h"

/* What is probed: this machine; or an emulated one, when `run` has words. */
struct at_probe_order {
	const char *target;            /* riscv64, aarch64 …: the emulated machine's architecture; NULL: this machine */
	const char *triplet;           /* its compilers are TRIPLET-gcc …; NULL: TARGET-linux-gnu */
	struct at_argv run;            /* the emulator and its arguments, such as qemu-riscv64-static */
	bool no_compilers, no_cache;
	struct at_misaligned_limits misaligned;      /* of this machine */
};

/* One JSON object: kind, arch, cpu, core, isa, misaligned, findings, compilers, go, rust, the members of probe_system.h,
 * warnings. 0; or -1 with an allocated `error` (an emulated machine that cannot be asked). */
int at_probe_write(const struct at_probe_order *order, struct at_json *json, char **error);

/* SHA-256 over what the CPU says of itself, the allowed CPUs, the kernel's release, the emulator and its model, and path, size
 * and mtime of each compiler. Runs nothing. 0, or -1 with errno. */
int at_probe_fingerprint(const struct at_probe_order *order, char hex[AT_SHA256_HEX]);

#endif
