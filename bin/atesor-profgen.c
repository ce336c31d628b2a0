/* atesor-profgen: profiles for compilers from samples without branch records. See atesor-profgen.1. */
#include <string.h>

#include "message.h"
#include "option.h"
#include "profgen_diff.h"
#include "profgen_options.h"
#include "profgen_report.h"

static int convert(struct at_profgen *work)
{
	at_profgen_check_inputs(work);
	if (!work->output)
		at_usage_error("no --output given: where the profile goes (- is standard output)");
	return at_profgen_convert(work);
}

static int report(struct at_profgen *work)
{
	at_profgen_check_inputs(work);
	if (work->output || work->save)
		at_usage_error("report prints to standard output: it takes no --output and no --skip-symbolization");
	return at_profgen_report(work);
}

static int diff(char **files)
{
	if (!files[0] || !files[1] || files[2])
		at_usage_error("diff takes two profiles: A B");
	return at_profgen_diff(files[0], files[1]);
}

int main(int argc, char **argv)
{
	const char *command = argc > 1 && *argv[1] != '-' ? argv[1] : NULL;
	struct at_profgen work;

	/* The command may stand before the options or behind them. */
	if (command) {
		argv[1] = argv[0];
		argc--;
		argv++;
	}
	int first = at_profgen_options(&work, argc, argv);
	if (!command && first < argc)
		command = argv[first++];
	if (command && strcmp(command, "report") && strcmp(command, "diff"))
		at_usage_error("unknown command '%s': it is report or diff", command);
	if (first < argc && (!command || strcmp(command, "diff")))
		at_usage_error("'%s' is left over", argv[first]);
	int code = !command ? convert(&work) : *command == 'r' ? report(&work) : diff(argv + first);
	at_profgen_free(&work);
	return code;
}
