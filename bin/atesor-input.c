/* Deterministic input data on stdout. The work is in lib/input. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "input.h"
#include "message.h"
#include "option.h"

static int write_block(void *context, const void *block, size_t count)
{
	const char *at = block;

	(void)context;
	while (count) {
		ssize_t done = write(STDOUT_FILENO, at, count);
		if (done < 0 && errno != EINTR)
			return -1;
		at += done > 0 ? done : 0;
		count -= done > 0 ? (size_t)done : 0;
	}
	return 0;
}

int main(int argc, char **argv)
{
	static const char *const synopsis[] = { "--kind binary|text|json|csv --bytes N [--seed NAME]", NULL };
	const char *kind_name = NULL, *seed = "atesor-measure";
	uint64_t bytes = UINT64_MAX;
	const struct at_option options[] = {
		{ "kind", 0, AT_TEXT, &kind_name, "KIND", "binary, text, json or csv" },
		{ "seed", 0, AT_TEXT, &seed, "NAME", "another name gives other data (default: atesor-measure)" },
		{ "bytes", 0, AT_BYTES, &bytes, "N", "exactly so many; K, M and G are powers of 1024" },
		{ 0 }
	};
	const struct at_usage usage = { "input data for workloads, the same for ever, on stdout", synopsis, options, NULL };
	enum at_input_kind kind;

	int at = at_options(&usage, argc, argv);
	if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (!kind_name)
		at_usage_error("--kind is needed: binary, text, json or csv");
	if (at_input_kind_named(kind_name, &kind))
		at_usage_error("--kind is binary, text, json or csv, not '%s'", kind_name);
	if (bytes == UINT64_MAX)
		at_usage_error("--bytes is needed, such as 64M");
	if (bytes < at_input_least(kind))
		at_usage_error("--bytes: %s needs at least %llu to be well-formed", kind_name, (unsigned long long)at_input_least(kind));
	if (!at_input_generate(kind, seed, bytes, write_block, NULL))
		return AT_EXIT_DONE;
	if (errno == EPIPE)      /* the reader has had enough, and SIGPIPE is ignored: end as it would have ended us */
		return (int)AT_EXIT_SIGNAL + SIGPIPE;
	at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
}
