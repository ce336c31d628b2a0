#include "repeat.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "first_error.h"
#include "json.h"
#include "makedirs.h"
#include "message.h"
#include "repeat_environment.h"
#include "repeat_shell.h"
#include "spawn.h"

static volatile int stopped;            /* the signal that asked us to stop */

struct run {
	const struct at_repeat *repeat;
	char *tree, *logs, *wrap, *state;   /* absolute; `state`: where a shell leaves what it had at its end */
	char *alias;                        /* a directory with a link to the wrappers whose path has no ':'; usually NULL */
	struct at_repeat_shell shell;
	unsigned number;
	FILE *stream;
};

static void on_signal(int signal)
{
	stopped = signal;
}

static void write_result(struct run *run, const struct at_replay_part *part, const struct at_ended *ended, const char *log)
{
	struct at_json json = { 0 };
	bool good = WIFEXITED(ended->status) && !WEXITSTATUS(ended->status);
	char *error = good ? NULL : at_first_error(log);

	at_json_object(&json, NULL);
	at_json_text(&json, "command", part->command);
	at_json_text(&json, "directory", part->directory);
	if (WIFEXITED(ended->status))
		at_json_int(&json, "exit", WEXITSTATUS(ended->status));
	else
		at_json_int(&json, "signal", WTERMSIG(ended->status));
	if (ended->timed_out)
		at_json_bool(&json, "timed_out", true);
	if (ended->interrupted)
		at_json_bool(&json, "interrupted", true);
	at_json_real(&json, "seconds", (double)(ended->wall_ns / 1000000) / 1e3);
	if (ended->stragglers)
		at_json_uint(&json, "stragglers", ended->stragglers);
	at_json_text(&json, "log", log);
	if (error)
		at_json_text(&json, "first_error", error);
	at_json_end(&json);
	if (at_json_line(&json, run->stream) || fflush(run->stream))
		at_die(AT_EXIT_TROUBLE, "cannot write: %s", strerror(errno));
	at_json_free(&json);
	free(error);
}

static int run_part(struct run *run, const struct at_replay_part *part)
{
	char *text = at_repeat_script(&run->shell, part, run->state), *log = at_format("%s/%u.log", run->repeat->logs, ++run->number);
	char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" }, text, NULL };
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_ended ended = { 0 };
	int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int code = AT_EXIT_TROUBLE;

	at_repeat_set(&run->shell.environment, "PWD", run->shell.directory);
	spawn.argv = argv;
	spawn.envp = run->shell.environment.word;
	spawn.directory = run->shell.directory;
	spawn.out = spawn.err = output;
	spawn.seconds = run->repeat->seconds;
	spawn.reap = true;
	if (output < 0) {
		at_error("cannot write '%s': %s", log, strerror(errno));
	} else if (at_spawn_run(&spawn, &stopped, &ended)) {
		at_error("cannot run '%s' in '%s': %s", part->command, run->shell.directory, strerror(errno));
	} else {
		write_result(run, part, &ended, log);
		code = stopped ? AT_EXIT_SIGNAL + stopped : at_spawn_code(ended.status) ? AT_EXIT_NO : AT_EXIT_DONE;
	}
	if (output >= 0)
		close(output);
	if (code == AT_EXIT_DONE && part->changes && at_repeat_take(&run->shell, run->state, run->tree))
		code = AT_EXIT_TROUBLE;
	free(text);
	free(log);
	return code;
}

/* Logs of an earlier run, and what its shell left behind, would be taken for this one's. */
static void remove_old_logs(const char *path)
{
	DIR *directory = opendir(path);

	for (const struct dirent *entry; directory && (entry = readdir(directory));) {
		size_t digits = strspn(entry->d_name, "0123456789");
		if ((digits && !strcmp(entry->d_name + digits, ".log")) || !strcmp(entry->d_name, "state"))
			unlinkat(dirfd(directory), entry->d_name, 0);
	}
	if (directory)
		closedir(directory);
}

/* PATH cannot hold a directory with a ':' in its name: then the wrappers get a link elsewhere. 0, or -1 with errno. */
static int alias_wrappers(struct run *run)
{
	const char *place = getenv("TMPDIR");

	if (!strchr(run->wrap, ':'))
		return 0;
	run->alias = at_format("%s/atesor-wrap.XXXXXX", place && *place == '/' && !strchr(place, ':') ? place : "/tmp");
	if (!mkdtemp(run->alias)) {
		free(run->alias);
		run->alias = NULL;
		return -1;
	}
	char *link = at_format("%s/wrap", run->alias);
	int result = symlink(run->wrap, link);
	free(run->wrap);
	run->wrap = link;
	return result;
}

static void remove_alias(const struct run *run)
{
	if (!run->alias)
		return;
	unlink(run->wrap);
	rmdir(run->alias);
}

/* 0, or -1 after a message. */
static int find_directories(struct run *run)
{
	const struct at_repeat *repeat = run->repeat;

	if (at_make_directories(repeat->logs) || !(run->logs = realpath(repeat->logs, NULL))) {
		at_error("cannot make the directory '%s': %s", repeat->logs, strerror(errno));
		return -1;
	}
	remove_old_logs(repeat->logs);
	run->state = at_format("%s/state", run->logs);
	run->tree = realpath(repeat->tree, NULL);
	if (!run->tree || access(run->tree, X_OK)) {
		at_error("cannot enter the tree '%s': %s", repeat->tree, strerror(errno));
		return -1;
	}
	if (!repeat->wrap)
		return 0;
	run->wrap = realpath(repeat->wrap, NULL);
	if (!run->wrap || alias_wrappers(run)) {
		at_error("cannot use the wrappers in '%s': %s", repeat->wrap, strerror(errno));
		return -1;
	}
	return 0;
}

static int begin_shell(struct run *run)
{
	at_repeat_shell_free(&run->shell);
	run->shell.directory = at_strdup(run->tree);
	return at_repeat_environment(run->repeat, run->wrap, &run->shell.environment);
}

int at_repeat_run(const struct at_repeat *repeat, const struct at_replay *replay, FILE *stream)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct run run = { .repeat = repeat, .stream = stream };
	struct sigaction action = { .sa_handler = on_signal };
	int code = AT_EXIT_DONE;

	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
	if (find_directories(&run))
		code = AT_EXIT_TROUBLE;
	for (size_t i = 0; !code && i < replay->count; i++) {
		if ((i == 0 || replay->part[i].fresh) && begin_shell(&run))
			code = AT_EXIT_TROUBLE;
		else if (replay->part[i].repeat)
			code = run_part(&run, &replay->part[i]);
	}
	at_repeat_shell_free(&run.shell);
	remove_alias(&run);
	free(run.alias);
	free(run.tree);
	free(run.logs);
	free(run.wrap);
	free(run.state);
	return code;
}
