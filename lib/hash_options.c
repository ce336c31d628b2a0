#include "hash_options.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cpus.h"
#include "hash_words.h"
#include "option.h"

static bool is_variable(const char *name)
{
	for (const char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '_')
			return false;
	return *name && !isdigit((unsigned char)*name);
}

static size_t cpu_count(void)
{
	struct at_cpus cpus = { 0 };
	size_t count = at_cpus_allowed(&cpus) ? 1 : cpus.count;

	at_cpus_free(&cpus);
	return count;
}

static void read_words(const char *option, const char *text, struct at_argv *words)
{
	char *error;

	if (at_hash_words(text, words, &error))
		at_usage_error("--%s: %s", option, error);
	if (!words->count)
		at_usage_error("--%s is empty", option);
}

static void check(const struct at_hash_options *options)
{
	const char *format = options->format;

	if (strcmp(format, "text") && strcmp(format, "markdown") && strcmp(format, "json"))
		at_usage_error("--format takes text, markdown or json, not '%s'", format);
	if (!is_variable(options->setup.threads_variable))
		at_usage_error("--threads-variable takes the name of a variable, not '%s'", options->setup.threads_variable);
	if (!(options->run.seconds > 0 && options->run.seconds <= 1e6))
		at_usage_error("--timeout takes seconds above 0, at most 1000000, not %g", options->run.seconds);
	if (options->machine && !*options->machine)
		at_usage_error("--machine takes a name");
}

void at_hash_options(struct at_hash_options *options, int argc, char **argv)
{
	const char *command = NULL, *ahead = NULL;
	uint64_t jobs = 0;
	bool merge = false;
	const struct at_usage usage = {
		"run a command under several configurations and compare the hashes that it prints",
		(const char *const[]){ "[--set NAME]... [--row NAME:ENV:COMMAND]... [--save FILE] [OPTION...] [--] [COMMAND [ARG...]]",
			"--merge [--format NAME] FILE...", NULL },
		(const struct at_option[]){
			{ "set", 's', AT_LIST, &options->sets, "NAME", "a row set, or none; several times (default)" },
			{ "row", 'r', AT_LIST, &options->rows, "NAME:ENV:COMMAND",
				"a row of your own; ENV is NAME=VALUE words, \\: a colon in them" },
			{ "command", 'c', AT_TEXT, &command, "TEXT", "COMMAND as one text" },
			{ "aot-cmd", 0, AT_TEXT, &ahead, "TEXT", "a NativeAOT build of the same program, for the set dotnet" },
			{ "threads-variable", 0, AT_TEXT, &options->setup.threads_variable, "NAME",
				"what the thread rows set to 1 (ATESOR_THREADS)" },
			{ "stdout", 0, AT_FLAG, &options->run.whole, NULL, "the program prints no hashes: all of its stdout is the output" },
			{ "timeout", 0, AT_REAL, &options->run.seconds, "SECONDS", "limit of a row (600)" },
			{ "jobs", 'j', AT_COUNT, &jobs, "N", "rows side by side (the number of CPUs)" },
			{ "machine", 0, AT_TEXT, &options->machine, "NAME", "what this machine is called in tables (its host name)" },
			{ "save", 'o', AT_TEXT, &options->save, "FILE", "keep the results, for --merge" },
			{ "merge", 0, AT_FLAG, &merge, NULL, "one table of saved results" },
			{ "format", 'f', AT_TEXT, &options->format, "NAME", "of the table: text, markdown or json (text)" },
			{ 0 } },
		"Row sets: default, glibc-x86, openblas, dotnet, qemu-x86_64, qemu-riscv64, qemu-aarch64.\n"
		"Exit 0: all rows agree; 1: an output differs, or a row is an error; 3: nothing could be compared.\n"
	};


	*options = (struct at_hash_options){ .format = "text", .setup.threads_variable = "ATESOR_THREADS", .run.seconds = 600 };
	int first = at_options(&usage, argc, argv);
	char *const *words = argv + first;
	size_t count = (size_t)(argc - first);
	check(options);
	if (merge) {
		if (options->sets.count || options->rows.count || command || options->save)
			at_usage_error("--merge only reads: no --set, --row, --command or --save with it");
		if (!count)
			at_usage_error("--merge needs the files that --save wrote");
		at_argv_extend(&options->files, words, count);
		return;
	}
	if (command && count)
		at_usage_error("a command as --command and as COMMAND: give one of them");
	if (command)
		read_words("command", command, &options->setup.command);
	at_argv_extend(&options->setup.command, words, count);
	if (ahead)
		read_words("aot-cmd", ahead, &options->setup.ahead_of_time);
	options->run.jobs = jobs ? (size_t)jobs : cpu_count();
	options->run.threads_variable = options->setup.threads_variable;
}
