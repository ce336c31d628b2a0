#include "time_bench.h"

#include <stdlib.h>
#include <string.h>

#include "affinity.h"
#include "alloc.h"
#include "message.h"
#include "option.h"
#include "template_vet.h"

static void parse_template(struct at_bench *bench)
{
	struct at_template *template = &bench->template;
	const struct at_time_options *o = &bench->options;

	if (at_template_parse(o->template, template))
		at_usage_error("--template: %s", template->error);
	if (o->vet) {
		bool refused = at_template_vet(template);
		if (refused)
			at_error("--template: %s", template->error);
		at_template_free(template);
		exit(refused ? AT_EXIT_NO : AT_EXIT_DONE);
	}
	if (template->uses[AT_BIN] != (o->bin[0] != NULL))
		at_usage_error(o->bin[0] ? "the template never runs {bin}" : "the template runs {bin}: name it with --bin");
	if (template->uses[AT_INPUT] && !o->input)
		at_usage_error("the template reads {input}: name it with --input");
	if (template->uses[AT_ITERATIONS] && !*o->iterations)
		at_usage_error("the template uses {iterations}: give a number with --iterations");
	if (o->check.kind == AT_CHECK_FILE && !template->uses[AT_OUTPUT])
		at_usage_error("--check file needs {output} in the template");
}

void at_bench_options(struct at_bench *bench, int argc, char **argv)
{
	*bench = (struct at_bench){ .timer = { .out = { -1, -1 }, .err = { -1, -1 }, .null = -1, .spool.file = -1, .seat.cpu = -1 } };
	at_time_options(argc, argv, &bench->options);
	if (bench->options.template)
		parse_template(bench);
}

static int plain_command(struct at_bench *bench, int build)
{
	const struct at_time_options *o = &bench->options;
	struct at_command *command = &bench->command[build];

	if (at_command_from_words(command, o->words[build], o->count[build], o->directory[build], at_timer_environment(&bench->timer)))
		return -1;
	command->in = o->stdin_file ? AT_REDIRECT_FILE : AT_REDIRECT_NONE;
	command->out = o->stdout_file ? AT_REDIRECT_FILE : AT_REDIRECT_NONE;
	return 0;
}

/* {bin} is "./RELPATH", the same word in both directories, so that a program that prints its name prints the same. */
static int template_command(struct at_bench *bench, int build)
{
	const struct at_time_options *o = &bench->options;
	const char *bin = o->bin[build];
	char *name = !bin ? NULL : *bin == '/' || !strncmp(bin, "./", 2) ? at_strdup(bin) : at_format("./%s", bin);
	const char *const value[AT_PLACEHOLDERS] = { [AT_BIN] = name, [AT_INPUT] = bench->input_path, [AT_OUTPUT] = bench->rundir.output,
			[AT_ITERATIONS] = o->iterations };

	int failed = at_command_from_template(&bench->command[build], &bench->template, value, o->directory[build],
			at_timer_environment(&bench->timer));
	free(name);
	return failed;
}

static int open_input(struct at_bench *bench)
{
	const struct at_time_options *o = &bench->options;
	const char *input = o->input ? o->input : o->stdin_file;

	if (!input)
		return 0;
	bench->input_path = realpath(input, NULL);
	if (bench->input_path && !at_watch_start(&bench->input, bench->input_path))
		return 0;
	at_error("cannot read the input '%s': %m", input);
	return -1;
}

static int open_timer(struct at_bench *bench, const volatile int *stop)
{
	const struct at_time_options *o = &bench->options;

	at_random_seed(&bench->random, o->seed);
	bench->timer = (struct at_timer){ .seconds = o->timeout, .stop = stop, .check = o->check, .input = bench->input_path,
			.keep_environment = o->keep_environment, .extra = o->environment, .output = o->stdout_file ? o->stdout_file :
			bench->rundir.output, .has_output = o->stdout_file || bench->template.uses[AT_OUTPUT], .rundir = &bench->rundir,
			.random = &bench->random };
	at_seat_open(&bench->timer.seat, o->cpu);
	bench->scheduling = at_wake_promptly();
	return at_timer_open(&bench->timer);
}

int at_bench_open(struct at_bench *bench, const volatile int *stop)
{
	const struct at_time_options *o = &bench->options;

	if (open_input(bench) || at_rundir_open(&bench->rundir, o->run_directory) || open_timer(bench, stop))
		return -1;
	for (int build = 0; build < 2; build++)
		if ((o->template ? template_command(bench, build) : plain_command(bench, build)) || (o->emulator.count &&
				at_command_emulate(&bench->command[build], o->template ? &bench->template : NULL, &o->emulator,
						at_timer_environment(&bench->timer))))
			return -1;
	if (o->samples && at_outfile_open(&bench->samples, o->samples)) {
		at_error("cannot write '%s': %m", o->samples);
		return -1;
	}
	return 0;
}

void at_bench_close(struct at_bench *bench)
{
	for (int build = 0; build < 2; build++)
		at_command_free(&bench->command[build]);
	at_timer_close(&bench->timer);
	at_rundir_close(&bench->rundir);
	at_template_free(&bench->template);
	at_argv_free(&bench->options.environment);
	at_argv_free(&bench->options.emulator);
	free(bench->input_path);
}
