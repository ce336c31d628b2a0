#include "bar_machine.h"

#include <unistd.h>

#include "probe_system.h"

void at_bar_machine_read(struct at_bar_machine *machine)
{
	*machine = (struct at_bar_machine){ .cpus = sysconf(_SC_NPROCESSORS_ONLN) };
	at_cpu_read(&machine->cpu, false);
	if (uname(&machine->name))
		machine->name = (struct utsname){ .sysname = "" };
}

void at_bar_machine_write(const struct at_bar_machine *machine, bool whole, struct at_warnings *warnings, struct at_json *json)
{
	at_json_object(json, "machine");
	if (*machine->name.nodename)
		at_json_text(json, "name", machine->name.nodename);
	at_json_text(json, "arch", at_cpu_arch());
	if (machine->cpu.identified && *machine->cpu.name)
		at_json_text(json, "cpu_model", machine->cpu.name);
	else if (machine->cpu.core.id)
		at_json_text(json, "cpu_model", machine->cpu.core.id);
	if (machine->cpu.flags.count) {
		at_json_array(json, "isa");
		for (size_t i = 0; i < machine->cpu.flags.count; i++)
			at_json_text(json, NULL, machine->cpu.flags.word[i]);
		at_json_end(json);
	}
	at_json_int(json, "cpus", machine->cpus);
	if (*machine->name.sysname) {
		at_json_text(json, "os", machine->name.sysname);
		if (!whole)
			at_json_text(json, "kernel", machine->name.release);
	}
	if (whole)
		at_system_write(false, json, warnings);
	at_json_end(json);
}

void at_bar_machine_free(struct at_bar_machine *machine)
{
	at_cpu_free(&machine->cpu);
}
