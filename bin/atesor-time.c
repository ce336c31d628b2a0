/* atesor-time: runs a command again and again, one build or two in turn, and says what it takes. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "affinity.h"
#include "alloc.h"
#include "message.h"
#include "option.h"
#include "outfile.h"
#include "session_json.h"
#include "session_table.h"
#include "time_options.h"

static volatile int stop;      /* the number of the signal that asked us to end */

static void on_signal(int signal)
{
	stop = signal;
}

/* All that is opened before the session, and closed after it. */
struct bench {
	struct at_time_options options;
	struct at_template template;
	struct at_command command[2];
	struct at_rundir rundir;
	struct at_timer timer;
	struct at_random random;
	struct at_lock lock;
	struct at_watch input;
	struct at_outfile samples;
	char *input_path;
	bool timer_elsewhere;
	const char *scheduling;
};

static char *absolute(const char *path, const char *what)
{
	char *full = realpath(path, NULL);

	if (!full)
		at_die(AT_EXIT_TROUBLE, "cannot use the %s '%s': %m", what, path);
	return full;
}

static void parse_template(struct bench *bench)
{
	struct at_template *template = &bench->template;
	const struct at_time_options *o = &bench->options;

	if (at_template_parse(o->template, template))
		at_usage_error("--template: %s", template->error);
	if (template->uses[AT_BIN] != (o->bin[0] != NULL))
		at_usage_error(o->bin[0] ? "the template never runs {bin}" : "the template runs {bin}: name it with --bin");
	if (template->uses[AT_INPUT] && !o->input)
		at_usage_error("the template reads {input}: name it with --input");
	if (template->uses[AT_ITERATIONS] && !*o->iterations)
		at_usage_error("the template uses {iterations}: give a number with --iterations");
	if (o->check.kind == AT_CHECK_FILE && !template->uses[AT_OUTPUT])
		at_usage_error("--check file needs {output} in the template");
}

/* {bin}: "./RELPATH", the same word in both directories, so that a program that prints its name prints the same. */
static int make_commands(struct bench *bench)
{
	struct at_time_options *o = &bench->options;
	char *const *envp = at_timer_environment(&bench->timer);

	for (int i = 0; i < 2; i++) {
		const char *directory = o->directory[i];
		if (!o->template) {
			if (at_command_from_words(&bench->command[i], o->words[i], o->count[i], directory, envp))
				return -1;
			bench->command[i].in = o->stdin_file ? AT_REDIRECT_FILE : AT_REDIRECT_NONE;
			bench->command[i].out = o->stdout_file ? AT_REDIRECT_FILE : AT_REDIRECT_NONE;
			continue;
		}
		const char *bin = o->bin[i];
		char *name = !bin ? NULL : *bin == '/' || !strncmp(bin, "./", 2) ? at_strdup(bin) : at_format("./%s", bin);
		const char *const value[AT_PLACEHOLDERS] = { [AT_BIN] = name, [AT_INPUT] = bench->input_path, [AT_OUTPUT] = bench->rundir.output,
				[AT_ITERATIONS] = o->iterations };
		int failed = at_command_from_template(&bench->command[i], &bench->template, value, directory, envp);
		free(name);
		if (failed)
			return -1;
	}
	return 0;
}

static int open_bench(struct bench *bench)
{
	struct at_time_options *o = &bench->options;
	const char *input = o->input ? o->input : o->stdin_file;

	bench->input_path = input ? absolute(input, "input") : NULL;
	if (input && at_watch_start(&bench->input, bench->input_path))
		at_die(AT_EXIT_TROUBLE, "cannot read the input '%s': %m", bench->input_path);
	if (at_rundir_open(&bench->rundir, o->run_directory))
		return -1;
	at_random_seed(&bench->random, o->seed);
	bench->timer = (struct at_timer){ .cpu = o->cpu, .seconds = o->timeout, .stop = &stop, .check = o->check, .input = bench->input_path,
			.keep_environment = o->keep_environment, .extra = o->environment, .output = o->stdout_file ? o->stdout_file :
			bench->rundir.output, .has_output = o->stdout_file || bench->template.uses[AT_OUTPUT], .rundir = &bench->rundir,
			.random = &bench->random };
	bench->timer_elsewhere = o->cpu >= 0 && at_cpu_leave(o->cpu);
	bench->scheduling = at_wake_promptly();
	if (at_timer_open(&bench->timer) || make_commands(bench))
		return -1;
	if (o->samples && at_outfile_open(&bench->samples, o->samples)) {
		at_error("cannot write '%s': %m", o->samples);
		return -1;
	}
	return 0;
}

static void close_bench(struct bench *bench)
{
	for (int i = 0; i < 2; i++)
		at_command_free(&bench->command[i]);
	at_timer_close(&bench->timer);
	at_rundir_close(&bench->rundir);
	at_template_free(&bench->template);
	if (bench->options.lock)
		at_lock_release(&bench->lock);
	at_argv_free(&bench->options.environment);
	free(bench->input_path);
}

/* Writes the last line, and what was asked for on stdout. 0, or −1 after a message. */
static int report(struct bench *bench, struct at_session *session)
{
	const struct at_time_options *o = &bench->options;
	struct at_buffer text = AT_BUFFER_INIT;
	int result = 0;

	if (session->samples) {
		at_session_write_end(session, &session->json);
		at_json_line(&session->json, session->samples);
		if (at_outfile_commit(&bench->samples)) {
			at_error("cannot write '%s': %m", o->samples);
			result = -1;
		}
	}
	if (o->json) {
		at_session_write_end(session, &session->json);
		at_json_line(&session->json, stdout);
	} else if (!o->quiet && (!o->samples || strcmp(o->samples, "-"))) {
		at_session_table(session, o->markdown, &text);
		fwrite(text.data ? text.data : "", 1, text.length, stdout);
		at_buffer_free(&text);
	}
	if (session->reason)
		at_error("%s", session->reason);
	if (fflush(stdout) || ferror(stdout)) {
		at_error("cannot write to stdout: %m");
		result = -1;
	}
	return result;
}

static int run_session(struct bench *bench)
{
	const struct at_time_options *o = &bench->options;
	struct at_session session = { .settings = &o->settings, .timer = &bench->timer, .command = { &bench->command[0], &bench->command[1] },
			.input = bench->input_path ? &bench->input : NULL, .lock = o->lock ? &bench->lock : NULL,
			.samples = o->samples ? bench->samples.stream : NULL };

	if (o->cpu >= 0 && !bench->timer_elsewhere)
		at_warnings_add(&session.warnings, "one_cpu", "there is only one CPU: the timer shares it with the runs");
	if (session.samples) {
		at_session_write_start(&session, o->template, o->seed, bench->timer_elsewhere, bench->scheduling, &session.json);
		at_json_line(&session.json, session.samples);
	}
	at_session_run(&session);
	int failed = report(bench, &session);
	int code = session.status == AT_SESSION_INTERRUPTED ? (int)AT_EXIT_SIGNAL + stop : failed || (session.kind &&
			!strcmp(session.kind, "trouble")) ? AT_EXIT_TROUBLE : session.status == AT_SESSION_OK ? AT_EXIT_DONE : AT_EXIT_NO;
	at_session_free(&session);
	return code;
}

int main(int argc, char **argv)
{
	struct bench bench = { .lock.descriptor = -1, .timer = { .out = { -1, -1 }, .err = { -1, -1 }, .spool.file = -1 } };
	struct sigaction action = { .sa_handler = on_signal };
	int code = AT_EXIT_TROUBLE;

	at_time_options(argc, argv, &bench.options);
	if (bench.options.template)
		parse_template(&bench);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	if (bench.options.lock) {
		enum at_lock_result got = at_lock_claim(&bench.lock, bench.options.lock, bench.options.label, 0, bench.options.lock_wait, &stop);
		if (got != AT_LOCK_HELD)
			return got == AT_LOCK_STOPPED ? (int)AT_EXIT_SIGNAL + stop : AT_EXIT_TROUBLE;
	}
	if (!open_bench(&bench))
		code = run_session(&bench);
	close_bench(&bench);
	return code;
}
