/* The machine record that each row of a bar carries. */
#ifndef ATESOR_BAR_MACHINE_H
#define ATESOR_BAR_MACHINE_H

#include <sys/utsname.h>

#include "json.h"
#include "probe_cpu.h"
#include "warnings.h"

struct at_bar_machine {
	struct utsname name;
	struct at_cpu cpu;
	long cpus;                     /* that are online */
};

void at_bar_machine_read(struct at_bar_machine *machine);

/* The object "machine": name, arch, cpu_model, isa, cpus, os, kernel. With `whole` also what at_system_write has: libc, memory … */
void at_bar_machine_write(const struct at_bar_machine *machine, bool whole, struct at_warnings *warnings, struct at_json *json);
void at_bar_machine_free(struct at_bar_machine *machine);

#endif
