/* atesor-replay: decides which build commands of a package can be repeated in a copy of its tree, makes the directory
 * of compiler wrappers of a tree, repeats the commands there, and reads their logs. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "argv.h"
#include "first_error.h"
#include "log_diagnostics.h"
#include "message.h"
#include "option.h"
#include "repeat.h"
#include "replay.h"
#include "thresholds.h"
#include "wrapdir.h"

/* What plan and run have in common. */
struct choice {
	const char *source, *build, *recipe, *package, *sandbox;
};

static void check_choice(const struct choice *choice)
{
	if (!choice->build == !choice->recipe)
		at_usage_error("give --build TEXT or --recipe FILE");
	if (choice->build && !*choice->build)
		at_usage_error("--build is empty");
	if ((choice->package || choice->sandbox) && !choice->recipe)
		at_usage_error("--package and --sandbox need --recipe");
	if (choice->source && choice->source[0] != '/')
		at_usage_error("--source takes an absolute path, not '%s'", choice->source);
}

static void read_choice(struct at_replay *replay, const struct choice *choice)
{
	char *error = NULL;

	if (choice->build)
		at_replay_text(replay, choice->build, choice->source);
	else if (at_replay_recipe(replay, choice->recipe, choice->package, choice->sandbox, choice->source, &error))
		at_die(AT_EXIT_TROUBLE, "cannot read the recipe '%s': %s", choice->recipe, error);
}

static int plan(int argc, char **argv)
{
	struct choice choice = { 0 };
	bool artifacts = false;
	const struct at_option options[] = {
		{ "source", 0, AT_TEXT, &choice.source, "DIR", "absolute path of the tree in which the commands ran" },
		{ "build", 0, AT_TEXT, &choice.build, "TEXT", "the commands, as for sh -c" },
		{ "recipe", 0, AT_TEXT, &choice.recipe, "FILE", "the commands, as a recorded recipe (JSON)" },
		{ "package", 0, AT_TEXT, &choice.package, "NAME", "which package of the recipe" },
		{ "sandbox", 0, AT_TEXT, &choice.sandbox, "NAME", "which sandbox of the package" },
		{ "artifacts", 0, AT_FLAG, &artifacts, NULL, "print the artifacts of the recipe instead" },
		{ 0 },
	};
	static const char *const synopsis[] = { "plan [--source DIR] --build TEXT",
		"plan [--source DIR] --recipe FILE [--package NAME] [--artifacts]", NULL };
	const struct at_usage usage = { "what of a build is repeated, as JSON Lines; exit 1: nothing is", synopsis, options, NULL };
	struct at_replay replay = { 0 };
	char *error = NULL;

	if (at_options(&usage, argc, argv) < argc)
		at_usage_error("unexpected argument '%s'", argv[argc - 1]);
	check_choice(&choice);
	if (artifacts && !choice.recipe)
		at_usage_error("--artifacts needs --recipe");
	if (artifacts && at_replay_artifacts(choice.recipe, choice.package, choice.sandbox, choice.source, stdout, &error))
		at_die(AT_EXIT_TROUBLE, "cannot read the recipe '%s': %s", choice.recipe, error);
	if (!artifacts) {
		read_choice(&replay, &choice);
		if (at_replay_write(&replay, stdout))
			at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
	}
	if (fflush(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
	int code = artifacts || at_replay_repeated(&replay) ? AT_EXIT_DONE : AT_EXIT_NO;
	at_replay_free(&replay);
	return code;
}

static int wrap(int argc, char **argv)
{
	struct at_wrapdir wrapdir = { 0 };
	const struct at_option options[] = {
		{ "dir", 0, AT_TEXT, &wrapdir.directory, "DIR", "the directory to make" },
		{ "tree", 0, AT_TEXT, &wrapdir.tree, "DIR", "the tree that is built with it" },
		{ "profile", 0, AT_TEXT, &wrapdir.profile, "DIR", "what {profile} in a FLAG stands for" },
		{ "cc", 0, AT_TEXT, &wrapdir.cc, "NAME", "the C compiler (gcc)" },
		{ "cxx", 0, AT_TEXT, &wrapdir.cxx, "NAME", "the C++ compiler (the C compiler's)" },
		{ "only", 0, AT_TEXT, &wrapdir.only, "FILE", "only compiles of these products (one a line) get the flags" },
		{ "also", 0, AT_TEXT, &wrapdir.also, "FILE", "compiles of these products get one flag besides:" },
		{ "also-flag", 0, AT_TEXT, &wrapdir.also_flag, "FLAG", "that flag" },
		{ "triplet", 0, AT_TEXT, &wrapdir.triplet, "TRIPLET", "a cross build: TRIPLET-gcc … are wrapped, bare names stay the host's" },
		{ 0 },
	};
	static const char *const synopsis[] = {
		"wrap --dir DIR --tree DIR [--profile DIR] [--cc NAME] [--cxx NAME] [--triplet TRIPLET] [--only FILE] [-- FLAG...]", NULL };
	const struct at_usage usage = { "makes a directory of compiler wrappers", synopsis, options, NULL };
	char *error = NULL;
	int first = at_options(&usage, argc, argv);

	if (!wrapdir.directory || !wrapdir.tree)
		at_usage_error("--dir and --tree are needed");
	if (!wrapdir.also != !wrapdir.also_flag)
		at_usage_error("--also and --also-flag need each other");
	if (first < argc && strcmp(argv[first - 1], "--"))
		at_usage_error("unexpected argument '%s'; the flags come after --", argv[first]);
	wrapdir.flags = argv + first;
	wrapdir.flag_count = (size_t)(argc - first);
	if (at_wrapdir_make(&wrapdir, stdout, &error))
		at_die(AT_EXIT_TROUBLE, "%s", error);
	return AT_EXIT_DONE;
}

static int run(int argc, char **argv)
{
	struct choice choice = { 0 };
	struct at_repeat repeat = { .seconds = AT_DEFAULT_COMMAND_MAX };
	bool whole = false;
	const struct at_option options[] = {
		{ "tree", 0, AT_TEXT, &repeat.tree, "DIR", "where to run them" },
		{ "wrap", 0, AT_TEXT, &repeat.wrap, "DIR", "directory of compiler wrappers, comes first in PATH" },
		{ "logs", 0, AT_TEXT, &repeat.logs, "DIR", "directory for one log a command" },
		{ "build", 0, AT_TEXT, &choice.build, "TEXT", "the commands, as for sh -c" },
		{ "recipe", 0, AT_TEXT, &choice.recipe, "FILE", "the commands, as a recorded recipe (JSON)" },
		{ "package", 0, AT_TEXT, &choice.package, "NAME", "which package of the recipe" },
		{ "sandbox", 0, AT_TEXT, &choice.sandbox, "NAME", "which sandbox of the package" },
		{ "source", 0, AT_TEXT, &choice.source, "DIR", "absolute path of the tree in which the commands ran" },
		{ "whole", 0, AT_FLAG, &whole, NULL, "run TEXT as it is, as one command" },
		{ "seconds", 0, AT_REAL, &repeat.seconds, "S", "limit of each command (" AT_SHOWN_COMMAND_MAX "; 0: none)" },
		{ "jobs", 'j', AT_COUNT, &repeat.jobs, "N", "jobs of each make" },
		{ "overrides", 0, AT_TEXT, &repeat.overrides, "TEXT", "variables for each make, such as 'CC=clang X=1'" },
		{ "include", 0, AT_TEXT, &repeat.include, "DIR", "where each make also looks for included files" },
		{ "epoch", 0, AT_TEXT, &repeat.epoch, "SECONDS", "SOURCE_DATE_EPOCH, unless it is set" },
		{ 0 },
	};
	static const char *const synopsis[] = {
		"run --tree DIR --logs DIR [--wrap DIR] (--build TEXT | --recipe FILE) [options]", NULL };
	const struct at_usage usage = { "repeats a build in a tree; one JSON object a command", synopsis, options, NULL };
	struct at_replay replay = { 0 };

	if (at_options(&usage, argc, argv) < argc)
		at_usage_error("unexpected argument '%s'", argv[argc - 1]);
	if (!repeat.tree || !repeat.logs)
		at_usage_error("--tree and --logs are needed");
	check_choice(&choice);
	if (whole && choice.recipe)
		at_usage_error("--whole needs --build");
	if (whole)
		at_replay_whole(&replay, choice.build);
	else
		read_choice(&replay, &choice);
	if (!at_replay_repeated(&replay))
		at_die(AT_EXIT_TROUBLE, "nothing of the build can be repeated; 'atesor-replay plan' says why");
	int code = at_repeat_run(&repeat, &replay, stdout);
	at_replay_free(&replay);
	return code;
}

static void read_logs(char *const *files, struct at_log_lines *lines)
{
	for (; *files; files++)
		if (at_log_read(lines, *files))
			at_die(AT_EXIT_TROUBLE, "cannot read the log '%s': %s", *files, strerror(errno));
}

static void written(int failed)
{
	if (failed || fflush(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
}

static int errors(int argc, char **argv)
{
	uint64_t most = 8;
	const struct at_option options[] = {
		{ "most", 'n', AT_COUNT, &most, "N", "at most so many lines (8)" },
		{ 0 },
	};
	static const char *const synopsis[] = { "errors [--most N] FILE...", NULL };
	const struct at_usage usage = { "the lines of a failed build's logs that say best why", synopsis, options, NULL };
	struct at_error_lines found;
	int first = at_options(&usage, argc, argv);

	if (first == argc)
		at_usage_error("give the logs");
	if (!most || most > 1000)
		at_usage_error("--most takes 1 to 1000");
	at_error_lines_begin(&found, (size_t)most);
	struct at_log_lines lines = { .take = at_error_lines_take, .context = &found };
	read_logs(argv + first, &lines);
	written(at_error_lines_write(&found, stdout));
	at_error_lines_free(&found);
	return AT_EXIT_DONE;
}

static int diagnostics(int argc, char **argv)
{
	static const struct at_option options[] = { { 0 } };
	static const char *const synopsis[] = { "diagnostics FILE...", NULL };
	const struct at_usage usage = { "the warning options that compilers name in logs, as JSON Lines", synopsis,
		options, NULL };
	struct at_log_diagnostics found = { 0 };
	struct at_log_lines lines = { .take = at_log_diagnostics_take, .context = &found };
	int first = at_options(&usage, argc, argv);

	if (first == argc)
		at_usage_error("give the logs");
	read_logs(argv + first, &lines);
	if (found.left_out)
		at_warn("%llu lines name options beyond the first %d: they are left out", (unsigned long long)found.left_out,
				AT_LOG_OPTIONS_MOST);
	written(at_log_diagnostics_write(&found, stdout));
	at_log_diagnostics_free(&found);
	return AT_EXIT_DONE;
}

int main(int argc, char **argv)
{
	static const struct { const char *name; int (*run)(int argc, char **argv); } tools[] = {
		{ "plan", plan }, { "wrap", wrap }, { "run", run }, { "errors", errors }, { "diagnostics", diagnostics },
	};
	static const char *const synopsis[] = { "plan|wrap|run|errors|diagnostics [options]", NULL };
	static const struct at_option options[] = { { 0 } };
	const struct at_usage usage = { "repeats a package's build in a copy of its tree", synopsis, options,
		"plan --help, wrap --help, run --help, errors --help and diagnostics --help tell more.\n" };
	int first = at_options(&usage, argc, argv);

	for (size_t i = 0; first < argc && i < sizeof tools / sizeof *tools; i++)
		if (!strcmp(argv[first], tools[i].name))
			return tools[i].run(argc - first, argv + first);
	if (first < argc)
		at_usage_error("unknown command '%s'; there are plan, wrap, run, errors and diagnostics", argv[first]);
	at_usage_error("give a command: plan, wrap, run, errors or diagnostics");
}
