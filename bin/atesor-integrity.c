/* Checks that every CPU gives right data. The work is in lib/integrity. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "integrity.h"
#include "message.h"
#include "option.h"
#include "thresholds.h"

static void tell(const struct at_integrity_cpu *cpu)
{
	if (cpu->error)
		at_error("CPU %d could not be checked: %s", cpu->cpu, strerror(cpu->error));
	else if (cpu->timed_out)
		at_error("CPU %d did not finish in time: give it longer with --seconds", cpu->cpu);
	else if (cpu->signal)
		at_error("CPU %d: the check was ended by signal %d (%s)", cpu->cpu, cpu->signal, strsignal(cpu->signal));
	else if (cpu->exit_code)
		at_error("CPU %d: the check ended by itself with code %d", cpu->cpu, cpu->exit_code);
	else if (cpu->bad)
		at_error("CPU %d gave wrong data in %llu of %llu rounds: do not trust this machine", cpu->cpu, (unsigned long long)cpu->bad,
				(unsigned long long)cpu->rounds);
}

int main(int argc, char **argv)
{
	static const char *const synopsis[] = { "[--rounds N] [--bytes N] [--seconds N]", NULL };
	struct at_integrity_order order = { .rounds = AT_DEFAULT_INTEGRITY_ROUNDS, .bytes = AT_DEFAULT_INTEGRITY_BYTES,
			.seconds = AT_DEFAULT_INTEGRITY_SECONDS };
	struct at_integrity result;
	struct at_json json = { 0 };
	const struct at_option options[] = {
		{ "rounds", 0, AT_COUNT, &order.rounds, "N", "round trips on each CPU (" AT_SHOWN_INTEGRITY_ROUNDS ")" },
		{ "bytes", 0, AT_BYTES, &order.bytes, "N", "size of the data (" AT_SHOWN_INTEGRITY_BYTES ")" },
		{ "seconds", 0, AT_COUNT, &order.seconds, "N",
			"end a CPU's check after so long (" AT_SHOWN_INTEGRITY_SECONDS "; 0: never)" },
		{ 0 }
	};
	const struct at_usage usage = { "zlib round trips on every allowed CPU at once", synopsis, options,
		"exit: 0 all data right, 1 wrong data or a crash, 3 could not run\n" };
	const char *fault = getenv("atesor_test_fault");

	int at = at_options(&usage, argc, argv);
	if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (!order.rounds || !order.bytes || order.bytes > (uint64_t)1 << 30)
		at_usage_error("--rounds takes 1 or more, --bytes takes 1 to 1G");
	if (order.seconds > 1000000)
		at_usage_error("--seconds takes at most 1000000");
	if (fault && at_integrity_fault(fault, &order))
		at_usage_error("atesor_test_fault is cpu:N, crash:N or absent:N, not '%s': unset it", fault);
	if (at_integrity_run(&order, &result))
		at_die(AT_EXIT_TROUBLE, "cannot run the check: %s", strerror(errno));
	at_integrity_write(&order, &result, &json);
	if (at_json_line(&json, stdout) || fflush(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
	at_json_free(&json);
	for (size_t i = 0; i < result.count; i++)
		tell(&result.cpu[i]);
	enum at_exit code = result.bad ? AT_EXIT_NO : result.incomplete ? AT_EXIT_TROUBLE : AT_EXIT_DONE;
	at_integrity_free(&result);
	return (int)code;
}
