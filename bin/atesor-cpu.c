/* What a CPU is and can do, proven by test instructions. The work is in lib/probe_*. Needs no library: it is also built for other
 * architectures (atesor-cpu-riscv64 …), to be run there or by an emulator. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "option.h"
#include "probe_cpu.h"

int main(int argc, char **argv)
{
	static const char *const synopsis[] = {
		"[--emulated] [--misaligned-fast TIMES] [--misaligned-emulated TIMES]", NULL
	};
	struct at_json json = { 0 };
	struct at_cpu cpu;
	struct at_misaligned_limits limits = AT_MISALIGNED_LIMITS;
	bool emulated = false;
	const struct at_option options[] = {
		{ "emulated", 0, AT_FLAG, &emulated, NULL, "an emulator runs this: match no core, time nothing, do not read the host's /proc" },
		{ "misaligned-fast", 0, AT_REAL, &limits.fast_most, "TIMES",
			"misaligned loads are fast up to so many aligned ones (" AT_SHOWN_MISALIGNED_FAST ")" },
		{ "misaligned-emulated", 0, AT_REAL, &limits.emulated_least, "TIMES",
			"… and emulated from so many on (" AT_SHOWN_MISALIGNED_EMULATED ")" },
		{ 0 }
	};
	const struct at_usage usage = { "what this CPU can do, by test instructions, as JSON", synopsis, options, NULL };

	int at = at_options(&usage, argc, argv);
	if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (!(limits.fast_most >= 1 && limits.emulated_least > limits.fast_most))
		at_usage_error("--misaligned-fast takes 1 or more, --misaligned-emulated more than that");
	at_cpu_read(&cpu, emulated);
	at_cpu_try(&cpu, &limits);
	at_json_object(&json, NULL);
	at_cpu_write(&cpu, &json);
	at_json_end(&json);
	if (at_json_line(&json, stdout) || fflush(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
	at_json_free(&json);
	at_cpu_free(&cpu);
	return AT_EXIT_DONE;
}
