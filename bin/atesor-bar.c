/* atesor-bar: engines against a reference engine, on the same model with the same inputs: how fast, how large, and is it right? */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "bar_append.h"
#include "bar_session.h"
#include "message.h"
#include "outfile.h"
#include "remove.h"

static volatile int stop;      /* the number of the signal that asked us to end */

static void on_signal(int signal)
{
	stop = signal;
}

/* atesor-engine lies beside this program. */
static char *find_host(void)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	path[length > 0 ? length : 0] = '\0';
	char *slash = strrchr(path, '/');
	char *host = at_format("%.*satesor-engine", slash ? (int)(slash + 1 - path) : 0, path);
	if (access(host, X_OK))
		at_die(AT_EXIT_TROUBLE, "cannot run '%s': %m; install atesor again", host);
	return host;
}

static char *make_directory(void)
{
	const char *parent = getenv("TMPDIR");
	char *given = at_format("%s/atesor-bar.XXXXXX", parent && *parent ? parent : "/tmp");
	char *path = mkdtemp(given) ? realpath(given, NULL) : NULL;

	if (!path)
		at_die(AT_EXIT_TROUBLE, "cannot make '%s': %m; name another place with TMPDIR", given);
	free(given);
	return path;
}

/* Measures, and puts the lines where they belong. Returns an exit code. */
static int measure(const struct at_bar_report *report, struct at_bar_settings *settings, const char *kept)
{
	const struct at_bar_options *options = report->options;
	struct at_bar_session session = { .report = *report };
	struct at_outfile output, lines;

	if (at_outfile_open(&output, options->output)) {
		at_error("cannot write '%s': %m", options->output);
		return AT_EXIT_TROUBLE;
	}
	if (at_outfile_open(&lines, kept)) {
		at_error("cannot write '%s': %m", kept);
		at_outfile_abort(&output);
		return AT_EXIT_TROUBLE;
	}
	session.stream[0] = output.stream;
	session.stream[1] = lines.stream;
	at_bar_session_run(&session, settings);
	if (session.trouble) {
		at_error("cannot write the rows: %s", strerror(session.trouble));
		at_outfile_abort(&output);
		at_outfile_abort(&lines);
		return AT_EXIT_TROUBLE;
	}
	if (at_outfile_commit(&output) || at_outfile_commit(&lines)) {
		at_error("cannot write '%s': %m", options->output);
		return AT_EXIT_TROUBLE;
	}
	if (options->append && at_bar_append(kept, options->append))
		return AT_EXIT_TROUBLE;
	return stop ? (int)AT_EXIT_SIGNAL + stop : session.failed ? AT_EXIT_NO : AT_EXIT_DONE;
}

int main(int argc, char **argv)
{
	const struct sigaction action = { .sa_handler = on_signal }, ignore = { .sa_handler = SIG_IGN };
	struct at_bar_options options;
	struct at_bar_guard guard;
	struct at_bar_machine machine;

	at_bar_options(argc, argv, &options);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	sigaction(SIGPIPE, &ignore, NULL);      /* a process that died says so by its exit */
	struct at_bar_settings settings = options.settings;
	settings.limits.stop = &stop;
	settings.host = find_host();
	int code = at_bar_guard_take(&guard, &options, at_bar_session_seconds(&options), &stop);
	if (!code) {
		char *directory = make_directory(), *kept = at_format("%s/lines", directory);
		settings.directory = directory;
		at_bar_machine_read(&machine);
		code = measure(&(struct at_bar_report){ &options, &guard, &machine }, &settings, kept);
		at_bar_machine_free(&machine);
		at_remove_path(directory);
		free(directory);
		free(kept);
		at_bar_guard_leave(&guard);
	}
	free(settings.host);
	at_bar_options_free(&options);
	return code;
}
