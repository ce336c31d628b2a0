/* The CPU of an emulated machine: atesor-cpu, built for it, is run by the emulator. */
#ifndef ATESOR_PROBE_TARGET_H
#define ATESOR_PROBE_TARGET_H

#include <stdbool.h>

#include "argv.h"
#include "buffer.h"

/* Does this machine's kernel start the target's programs as they are (binfmt_misc)? By doing it. */
bool at_probe_binfmt(const char *target);

/* Appends the members (without braces) of what atesor-cpu-TARGET --emulated prints. The emulator with its settings (QEMU_CPU)
 * must first run a trivial program in silence: a model that it complains of would do so in every run. 0; or -1 with an
 * allocated `error`. */
int at_probe_target(const struct at_argv *run, const char *target, struct at_buffer *members, char **error);

#endif
