#include "repeat.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "json.h"
#include "message.h"
#include "shelltext.h"
#include "spawn.h"

#define MAX_STATE ((size_t)16 << 20)    /* bytes of a shell's environment and variables */
#define MAX_LOG ((size_t)256 << 20)     /* bytes of a log that are searched for an error */
enum { MAX_LINE = 400 };                /* bytes of an error line that are reported */

extern char **environ;

static volatile int stopped;            /* the signal that asked us to stop */

/* What stays between the parts of one shell. */
struct shell {
	char *directory;                /* absolute */
	struct at_argv environment;     /* NAME=value */
	struct at_argv variables;       /* NAME=value, the shell's own */
};

struct run {
	const struct at_repeat *repeat;
	char *tree, *logs, *wrap, *state;   /* absolute; `state`: where a shell leaves what it had at its end */
	char *alias;                        /* a directory with a link to the wrappers whose path has no ':'; usually NULL */
	struct shell shell;
	unsigned number;
	FILE *stream;
};

static void on_signal(int signal)
{
	stopped = signal;
}

/* ---- the environment ---- */

static size_t find_variable(const struct at_argv *list, const char *name, size_t length)
{
	size_t i = 0;

	while (i < list->count && (strncmp(list->word[i], name, length) || list->word[i][length] != '='))
		i++;
	return i;
}

static const char *value_of(const struct at_argv *list, const char *name)
{
	size_t at = find_variable(list, name, strlen(name));

	return at < list->count ? list->word[at] + strlen(name) + 1 : NULL;
}

static void set_variable(struct at_argv *list, const char *name, const char *value)
{
	size_t at = find_variable(list, name, strlen(name));
	char *text = at_format("%s=%s", name, value);

	if (at == list->count) {
		at_argv_give(list, text);
		return;
	}
	free(list->word[at]);
	list->word[at] = text;
}

/* Of the make that started us, of atesor, and what would make `cd` go elsewhere: not for the package's build. */
static bool unwanted(const char *variable)
{
	static const char *const starts[] = { "MAKEFLAGS=", "MFLAGS=", "MAKELEVEL=", "MAKEFILES=", "GNUMAKEFLAGS=", "MAKEOVERRIDES=",
		"MAKE_TERMOUT=", "MAKE_TERMERR=", "CDPATH=", "ATESOR_", "atesor_" };

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (!strncmp(variable, starts[i], strlen(starts[i])))
			return true;
	return false;
}

/* A word inside MAKEFLAGS: make takes backslashes out and expands $. */
static void add_make_word(struct at_buffer *flags, const char *word)
{
	for (; *word; word++) {
		if (strchr(" \t\\", *word))
			at_buffer_byte(flags, '\\');
		if (*word == '$')
			at_buffer_byte(flags, '$');
		at_buffer_byte(flags, *word);
	}
}

/* 0, or -1 after a message. */
static int set_make_flags(const struct run *run, struct at_argv *environment)
{
	struct at_buffer flags = AT_BUFFER_INIT;
	const struct at_repeat *repeat = run->repeat;

	if (repeat->jobs)
		at_buffer_printf(&flags, " -j%llu", (unsigned long long)repeat->jobs);
	if (repeat->include && *repeat->include) {
		char *path = realpath(repeat->include, NULL);
		if (!path) {
			at_error("cannot find the directory '%s' of --include: %s", repeat->include, strerror(errno));
			at_buffer_free(&flags);
			return -1;
		}
		at_buffer_text(&flags, " -I ");
		add_make_word(&flags, path);
		free(path);
	}
	if (repeat->overrides && repeat->overrides[strspn(repeat->overrides, " ")])
		at_buffer_printf(&flags, " -- %s", repeat->overrides);
	if (flags.length)
		set_variable(environment, "MAKEFLAGS", flags.data);
	at_buffer_free(&flags);
	return 0;
}

/* A compiler that the environment names by its absolute path would pass the wrappers by: its bare name leads to them. */
static void use_wrapper(const struct run *run, struct at_argv *environment, const char *name)
{
	const char *value = value_of(environment, name);

	if (!value || value[0] != '/')
		return;
	size_t length = strcspn(value, " ");
	char *path = at_strndup(value, length), *link = at_format("%s/%s", run->wrap, strrchr(path, '/') + 1);
	if (!access(link, X_OK)) {
		char *bare = at_format("%s%s", strrchr(path, '/') + 1, value + length);
		at_note("%s=%s is used as %s", name, value, bare);
		set_variable(environment, name, bare);
		free(bare);
	}
	free(link);
	free(path);
}

static int begin_environment(const struct run *run, struct at_argv *environment)
{
	static const char *const compilers[] = { "CC", "CXX", "CC_FOR_BUILD", "BUILD_CC", "HOSTCC", "HOSTCXX", "LD", "AR", "NM",
		"RANLIB" };
	const struct at_repeat *repeat = run->repeat;

	for (char **variable = environ; *variable; variable++)
		if (!unwanted(*variable))
			at_argv_push(environment, *variable);
	/* A compiler cache keys on the words and the wrapper's file, which are the same for every tune: it must not answer. */
	set_variable(environment, "CCACHE_DISABLE", "1");
	set_variable(environment, "SCCACHE_RECACHE", "1");
	if (repeat->epoch && *repeat->epoch && !value_of(environment, "SOURCE_DATE_EPOCH"))
		set_variable(environment, "SOURCE_DATE_EPOCH", repeat->epoch);
	if (run->wrap) {
		const char *path = value_of(environment, "PATH");
		char *text = at_format("%s:%s", run->wrap, path ? path : "/usr/local/bin:/usr/bin:/bin");
		set_variable(environment, "PATH", text);
		free(text);
		for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++)
			use_wrapper(run, environment, compilers[i]);
	}
	return set_make_flags(run, environment);
}

static void forget_shell(struct shell *shell)
{
	free(shell->directory);
	at_argv_free(&shell->environment);
	at_argv_free(&shell->variables);
	*shell = (struct shell){ 0 };
}

static int begin_shell(struct run *run)
{
	forget_shell(&run->shell);
	run->shell.directory = at_strdup(run->tree);
	return begin_environment(run, &run->shell.environment);
}

/* ---- one part ---- */

/* What `sh -c` gets: the variables so far, the part, and for one that changes something a trap that writes down the directory,
 * the variables and the environment at the end, each with a NUL behind it, and an empty one between the last two. */
static char *script(const struct run *run, const struct at_replay_part *part)
{
	struct at_buffer text = AT_BUFFER_INIT, dump = AT_BUFFER_INIT;

	for (size_t i = 0; i < run->shell.variables.count; i++) {
		const char *variable = run->shell.variables.word[i];
		at_buffer_add(&text, variable, strcspn(variable, "=") + 1);
		at_shell_quote(&text, variable + strcspn(variable, "=") + 1);
		at_buffer_byte(&text, '\n');
	}
	if (part->changes) {
		at_buffer_text(&dump, "{ printf '%s\\0' \"$(pwd -P)\"; ");
		for (size_t i = 0; i < part->variables.count; i++)
			at_buffer_printf(&dump, "[ \"${%1$s+x}\" ] && printf '%1$s=%%s\\0' \"$%1$s\"; ", part->variables.word[i]);
		at_buffer_text(&dump, "printf '\\0'; command -p env -0; } >");
		at_shell_quote(&dump, run->state);
		at_buffer_text(&text, "trap ");
		at_shell_quote(&text, dump.data);
		at_buffer_text(&text, " EXIT\n");
		at_buffer_free(&dump);
	}
	at_buffer_text(&text, part->command);
	at_buffer_byte(&text, '\n');
	return at_buffer_take(&text);
}

static bool below(const char *path, const char *tree)
{
	size_t length = strlen(tree);

	return !strncmp(path, tree, length) && (path[length] == '/' || !path[length]);
}

/* Takes over what the part's shell left. A part that replaced its shell (exec) left nothing: then nothing changes. */
static int take_state(struct run *run)
{
	struct at_buffer state = AT_BUFFER_INIT;
	int result = 0;

	if (!at_buffer_read_file(&state, run->state, MAX_STATE) && state.length) {
		char *at = state.data, *end = state.data + state.length;
		free(run->shell.directory);
		run->shell.directory = at_strdup(at);
		at_argv_clear(&run->shell.variables);
		at_argv_clear(&run->shell.environment);
		for (at += strlen(at) + 1; at < end && *at; at += strlen(at) + 1)
			at_argv_push(&run->shell.variables, at);
		for (at++; at < end; at += strlen(at) + 1)
			at_argv_push(&run->shell.environment, at);
		if (!below(run->shell.directory, run->tree)) {
			at_error("the build left its tree for '%s'; what follows is not repeated there", run->shell.directory);
			result = -1;
		}
	}
	at_buffer_free(&state);
	unlink(run->state);
	return result;
}

static bool has_any(const char *line, const char *const *marks)
{
	for (; *marks; marks++)
		if (strstr(line, *marks))
			return true;
	return false;
}

/* The first line that a compiler or linker calls an error; else the first that make or another tool does; else the last one. */
static char *first_error(const char *path)
{
	static const char *const compilers[] = { "error:", "undefined reference", "multiple definition of", "fatal:", NULL };
	static const char *const others[] = { "*** ", "Error ", "Error:", "ERROR", "FATAL", ": not found", NULL };
	struct at_buffer log = AT_BUFFER_INIT;
	char *second = NULL, *last = NULL, *found = NULL, *rest = NULL;

	if (at_buffer_read_file(&log, path, MAX_LOG) && errno != EFBIG)
		log.length = 0;
	for (size_t i = 0; i < log.length; i++)
		if (!log.data[i])
			log.data[i] = ' ';
	if (log.length)
		rest = log.data;
	for (char *line; !found && (line = strsep(&rest, "\n"));) {
		if (has_any(line, compilers))
			found = line;
		else if (!second && has_any(line, others))
			second = line;
		if (line[strspn(line, " \t\r")])
			last = line;
	}
	found = found ? found : second ? second : last;
	char *copy = found ? at_strndup(found, strnlen(found, MAX_LINE)) : NULL;
	at_buffer_free(&log);
	return copy;
}

static void write_result(struct run *run, const struct at_replay_part *part, const struct at_ended *ended, const char *log)
{
	struct at_json json = { 0 };
	bool good = WIFEXITED(ended->status) && !WEXITSTATUS(ended->status);
	char *error = good ? NULL : first_error(log);

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
	char *text = script(run, part), *log = at_format("%s/%u.log", run->repeat->logs, ++run->number);
	char *argv[] = { (char[]){ "/bin/sh" }, (char[]){ "-c" }, text, NULL };
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_ended ended = { 0 };
	int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int code = AT_EXIT_TROUBLE;

	set_variable(&run->shell.environment, "PWD", run->shell.directory);
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
	if (code == AT_EXIT_DONE && part->changes && take_state(run))
		code = AT_EXIT_TROUBLE;
	free(text);
	free(log);
	return code;
}

/* ---- all parts ---- */

static int make_directories(const char *path)
{
	char *copy = at_strdup(path);

	for (char *at = copy + (*copy == '/'); (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		mkdir(copy, 0777);
	}
	int result = mkdir(copy, 0777) && errno != EEXIST ? -1 : 0;
	free(copy);
	return result;
}

/* Logs of an earlier run would be taken for this one's. */
static void remove_old_logs(const char *path)
{
	DIR *directory = opendir(path);

	for (const struct dirent *entry; directory && (entry = readdir(directory));) {
		size_t digits = strspn(entry->d_name, "0123456789");
		if (digits && !strcmp(entry->d_name + digits, ".log"))
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

	if (make_directories(repeat->logs) || !(run->logs = realpath(repeat->logs, NULL))) {
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
	forget_shell(&run.shell);
	remove_alias(&run);
	free(run.alias);
	free(run.tree);
	free(run.logs);
	free(run.wrap);
	free(run.state);
	return code;
}
