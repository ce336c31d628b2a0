/* atesor-roofline: what the caches, the memory and the arithmetic of this processor deliver, measured. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "lock.h"
#include "makedirs.h"
#include "message.h"
#include "outfile.h"
#include "roofline_options.h"
#include "roofline_plot.h"
#include "terminal.h"

static volatile int stop;      /* the number of the signal that asked us to end */

static void on_signal(int signal)
{
	stop = signal;
}

static void show_progress(void *context, unsigned done, unsigned all, const char *what)
{
	(void)context;
	fprintf(stderr, "\r\033[K%u/%u  %s", done, all, what);
}

static int write_profile(const struct processor_profile *profile, const char *path, int argc, char **argv)
{
	struct at_json json = { 0 };
	struct at_outfile file;

	if (at_outfile_open(&file, path)) {
		at_error("cannot write '%s': %m", path);
		return AT_EXIT_TROUBLE;
	}
	processor_profile_write(profile, "atesor-roofline", argv + 1, (size_t)argc - 1, &json);
	int failed = at_json_line(&json, file.stream);
	at_json_free(&json);
	if (failed) {
		at_error("cannot write '%s': %m", path);
		at_outfile_abort(&file);
		return AT_EXIT_TROUBLE;
	}
	if (at_outfile_commit(&file)) {
		at_error("cannot write '%s': %m", path);
		return AT_EXIT_TROUBLE;
	}
	return AT_EXIT_DONE;
}

static int draw(const char *document, const char *directory)
{
	char *error;

	if (!at_roofline_plot(document, directory, &error))
		return AT_EXIT_DONE;
	at_error("%s", error);
	free(error);
	return AT_EXIT_TROUBLE;
}

/* The document, and the pictures if they are wanted. */
static int put_out(const struct processor_profile *profile, const struct at_roofline_options *options, int argc, char **argv)
{
	const char *output = options->output ? options->output : "-";

	if (!options->plot)
		return write_profile(profile, output, argc, argv);
	if (at_make_directories(options->plot)) {
		at_error("cannot make '%s': %m", options->plot);
		return AT_EXIT_TROUBLE;
	}
	char *path = options->output ? at_strdup(options->output) : at_format("%s/profile.json", options->plot);
	int code = write_profile(profile, path, argc, argv);
	if (!code)
		code = draw(path, options->plot);
	free(path);
	return code;
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = on_signal };
	struct at_lock lock = { .descriptor = -1 };
	struct at_roofline_options options;
	struct processor_profile *profile;

	at_roofline_options(argc, argv, &options);
	if (options.from)
		return draw(options.from, options.plot);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	if (options.lock) {
		enum at_lock_result got = at_lock_claim(&lock, options.lock, options.label, 0, -1, &stop);
		if (got != AT_LOCK_HELD)
			return got == AT_LOCK_STOPPED ? (int)AT_EXIT_SIGNAL + stop : AT_EXIT_TROUBLE;
	}
	bool progress = !options.quiet && at_terminal(STDERR_FILENO);
	options.profile.stop = &stop;
	options.profile.progress = progress ? show_progress : NULL;
	enum processor_reason reason = processor_profile_measure(&options.profile, &profile);
	at_lock_release(&lock);
	if (progress)
		fputs("\r\033[K", stderr);
	if (reason != PROCESSOR_AVAILABLE)
		at_die(AT_EXIT_TROUBLE, "cannot measure: %s: %m", processor_reason_name(reason));
	int code = stop ? (int)AT_EXIT_SIGNAL + stop : put_out(profile, &options, argc, argv);
	processor_profile_free(profile);
	at_roofline_options_free(&options);
	return code;
}
