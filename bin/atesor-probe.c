/* The machine as one JSON document. The work is in lib/probe*. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "message.h"
#include "option.h"
#include "probe.h"

static void fingerprint(void)
{
	char hex[AT_SHA256_HEX];

	if (at_probe_fingerprint(hex))
		at_die(AT_EXIT_TROUBLE, "cannot read the machine's facts: %s", strerror(errno));
	puts(hex);
}

int main(int argc, char **argv)
{
	static const char *const synopsis[] = { "[--fingerprint]", NULL };
	bool short_form = false;
	struct at_json json = { 0 };
	const struct at_option options[] = {
		{ "fingerprint", 0, AT_FLAG, &short_form, NULL, "one line that changes when the machine or a compiler does" },
		{ 0 }
	};
	const struct at_usage usage = { "the machine and its compilers, as JSON", synopsis, options, NULL };

	int at = at_options(&usage, argc, argv);
	if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (short_form) {
		fingerprint();
	} else {
		at_probe_write(&json);
		at_json_line(&json, stdout);
		at_json_free(&json);
	}
	if (fflush(stdout) || ferror(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %s", strerror(errno));
	return AT_EXIT_DONE;
}
