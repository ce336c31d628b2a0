/* The machine as one JSON document. The work is in lib/probe*. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "alloc.h"
#include "message.h"
#include "option.h"
#include "probe.h"
#include "probe_compiler.h"

static void fingerprint(const struct at_probe_order *order)
{
	char hex[AT_SHA256_HEX];

	if (at_probe_fingerprint(order, hex))
		at_die(AT_EXIT_TROUBLE, "cannot read the machine's facts: %s", strerror(errno));
	puts(hex);
}

static void probe(const struct at_probe_order *order)
{
	struct at_json json = { 0 };
	char *error = NULL;

	if (at_probe_write(order, &json, &error))
		at_die(AT_EXIT_TROUBLE, "%s", error);
	at_json_line(&json, stdout);
	at_json_free(&json);
}

static void accepts(const char *compiler, char *const *texts, int count)
{
	struct at_json json = { 0 };

	if (count < 1)
		at_usage_error("--accepts needs flags to try, each text one trial: --accepts gcc -- '-march=rv64gc -O3'");
	if (at_compiler_accepts(compiler, texts, (size_t)count, &json))
		at_die(AT_EXIT_TROUBLE, "cannot make a temporary directory to try '%s' in: %s", compiler, strerror(errno));
	at_json_line(&json, stdout);
	at_json_free(&json);
}

static void split(const char *text, struct at_argv *words)
{
	for (const char *at = text; *(at += strspn(at, " \t"));) {
		size_t length = strcspn(at, " \t");
		at_argv_give(words, at_strndup(at, length));
		at += length;
	}
}

int main(int argc, char **argv)
{
	static const char *const synopsis[] = { "[--no-compilers] [--no-cache]",
			"--target ARCH --run 'EMULATOR ARG...' [--triplet TRIPLET]",
		"--fingerprint [--target ARCH --run 'EMULATOR ARG...']", "--accepts COMPILER -- FLAGS...", NULL };
	struct at_probe_order order = { .misaligned = AT_MISALIGNED_LIMITS };
	const char *compiler = NULL, *emulator = NULL;
	bool short_form = false;
	const struct at_option options[] = {
		{ "fingerprint", 0, AT_FLAG, &short_form, NULL, "one line that changes when the machine or a compiler does" },
		{ "target", 0, AT_TEXT, &order.target, "ARCH", "an emulated machine: riscv64 or aarch64" },
		{ "run", 0, AT_TEXT, &emulator, "WORDS", "the emulator of the target and its arguments, such as qemu-riscv64-static" },
		{ "triplet", 0, AT_TEXT, &order.triplet, "TRIPLET", "its compilers are TRIPLET-gcc … (ARCH-linux-gnu)" },
		{ "no-compilers", 0, AT_FLAG, &order.no_compilers, NULL, "leave compilers and languages out" },
		{ "no-cache", 0, AT_FLAG, &order.no_cache, NULL, "try every compiler again" },
		{ "misaligned-fast", 0, AT_REAL, &order.misaligned.fast_most, "TIMES",
			"misaligned loads are fast up to so many aligned ones (" AT_SHOWN_MISALIGNED_FAST ")" },
		{ "misaligned-emulated", 0, AT_REAL, &order.misaligned.emulated_least, "TIMES",
			"… and emulated from so many on (" AT_SHOWN_MISALIGNED_EMULATED ")" },
		{ "accepts", 0, AT_TEXT, &compiler, "COMPILER", "which of these texts of flags it accepts, as JSON" },
		{ 0 }
	};
	const struct at_usage usage = { "the machine and its compilers, as JSON", synopsis, options, NULL };

	int at = at_options(&usage, argc, argv);
	if (emulator)
		split(emulator, &order.run);
	if (at < argc && !compiler)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (!(order.misaligned.fast_most >= 1 && order.misaligned.emulated_least > order.misaligned.fast_most))
		at_usage_error("--misaligned-fast takes 1 or more, --misaligned-emulated more than that");
	if (!order.target != !order.run.count)
		at_usage_error("--target and --run go together: which architecture, and what runs its programs");
	if (order.target && strcmp(order.target, "riscv64") && strcmp(order.target, "aarch64"))
		at_usage_error("--target takes riscv64 or aarch64, not '%s'", order.target);
	if (compiler)
		accepts(compiler, argv + at, argc - at);
	else if (short_form)
		fingerprint(&order);
	else
		probe(&order);
	if (fflush(stdout) || ferror(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
	at_argv_free(&order.run);
	return AT_EXIT_DONE;
}
