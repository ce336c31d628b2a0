/* atesor-time: runs a command again and again, one build or two in turn, and says what it takes. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "message.h"
#include "progress.h"
#include "session_json.h"
#include "session_table.h"
#include "terminal.h"
#include "time_bench.h"

static volatile int stop;      /* the number of the signal that asked us to end */

static void on_signal(int signal)
{
	stop = signal;
}

/* What was asked for on stdout. */
static void print(const struct at_time_options *options, struct at_session *session)
{
	struct at_buffer text = AT_BUFFER_INIT;

	if (options->json) {
		at_session_write_end(session, &session->json);
		at_json_line(&session->json, stdout);
	} else if (!options->quiet && (!options->samples || strcmp(options->samples, "-"))) {
		const char *plain = getenv("NO_COLOR");
		bool colored = !options->markdown && at_terminal(STDOUT_FILENO) && !(plain && *plain);
		at_session_table(session, options->markdown, colored, &text);
		fwrite(text.data ? text.data : "", 1, text.length, stdout);
		at_buffer_free(&text);
	}
}

/* Writes the last line and prints the outcome. 0, or −1 after a message. */
static int report(struct at_bench *bench, struct at_session *session)
{
	const struct at_time_options *options = &bench->options;
	int result = 0;

	if (session->samples) {
		at_session_write_end(session, &session->json);
		at_json_line(&session->json, session->samples);
		if (at_outfile_commit(&bench->samples)) {
			at_error("cannot write '%s': %m", options->samples);
			result = -1;
		}
	}
	print(options, session);
	if (session->reason)
		at_error("%s", session->reason);
	if (fflush(stdout) || ferror(stdout)) {
		at_error("cannot write to stdout: %m");
		result = -1;
	}
	return result;
}

static int exit_code(const struct at_session *session)
{
	if (session->status == AT_SESSION_INTERRUPTED)
		return (int)AT_EXIT_SIGNAL + stop;
	if (session->kind && !strcmp(session->kind, "trouble"))
		return AT_EXIT_TROUBLE;
	return session->status == AT_SESSION_OK ? AT_EXIT_DONE : AT_EXIT_NO;
}

static int run_session(struct at_bench *bench, struct at_lock *lock)
{
	const struct at_time_options *options = &bench->options;
	struct at_session session = { .settings = &options->settings, .timer = &bench->timer,
			.command = { &bench->command[0], &bench->command[1] }, .input = bench->input_path ? &bench->input : NULL, .lock = lock,
			.samples = options->samples ? bench->samples.stream : NULL };

	at_session_begin(&session);
	if (options->cpu >= 0 && !bench->timer.seat.has_others)
		at_warnings_add(&session.warnings, "one_cpu", "there is only one CPU: the timer shares it with the runs");
	if (session.samples) {
		at_session_write_start(&session, options->template, options->seed, bench->scheduling, &session.json);
		at_json_line(&session.json, session.samples);
	}
	at_session_run(&session);
	int code = report(bench, &session) ? AT_EXIT_TROUBLE : exit_code(&session);
	at_session_free(&session);
	return code;
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = on_signal };
	struct at_lock lock = { .descriptor = -1 };
	struct at_bench bench;

	at_bench_options(&bench, argc, argv);
	const struct at_time_options *options = &bench.options;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	if (options->lock) {
		enum at_lock_result got = at_lock_claim(&lock, options->lock, options->label, 0, options->lock_wait, &stop);
		if (got != AT_LOCK_HELD)
			return got == AT_LOCK_STOPPED ? (int)AT_EXIT_SIGNAL + stop : AT_EXIT_TROUBLE;
	}
	int code = at_bench_open(&bench, &stop) ? AT_EXIT_TROUBLE : run_session(&bench, options->lock ? &lock : NULL);
	at_bench_close(&bench);
	at_lock_release(&lock);
	return code;
}
