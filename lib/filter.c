#include "filter.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "argv.h"
#include "spawn.h"

/* The directory `up` levels above this program's own file, allocated; NULL with errno. */
static char *above_program(int up)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);

	if (length < 0)
		return NULL;
	path[length] = '\0';
	for (int i = 0; i < up; i++) {
		char *slash = strrchr(path, '/');
		if (!slash) {
			errno = ENOENT;
			return NULL;
		}
		*slash = '\0';
	}
	return at_strdup(path);
}

char *at_filter_directory(void)
{
	static const struct {
		int up;
		const char *below;
	} places[] = { { 2, "share/atesor" }, { 3, "mk" } };

	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		char *top = above_program(places[i].up);
		if (!top)
			return NULL;
		char *path = at_format("%s/%s", top, places[i].below), *own = at_format("%s/program", path);
		bool found = !access(own, X_OK);
		free(top);
		free(own);
		if (found)
			return path;
		free(path);
	}
	errno = ENOENT;
	return NULL;
}

static int run_jq(char *const *argv, size_t limit, struct at_buffer *output, char **error)
{
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_process process;
	struct at_ended ended;
	int ends[2];

	if (pipe2(ends, O_CLOEXEC)) {
		*error = at_format("cannot make a pipe: %s", strerror(errno));
		return -1;
	}
	spawn.argv = argv;
	spawn.out = ends[1];
	spawn.err = STDERR_FILENO;
	int failed = at_spawn_start(&spawn, &process);
	int saved = errno;
	close(ends[1]);
	if (failed) {
		close(ends[0]);
		*error = saved == ENOENT ? at_strdup("jq not found: install the package 'jq'") : at_format("cannot run jq: %s", strerror(saved));
		return -1;
	}
	int unread = at_buffer_read(output, ends[0], limit);
	close(ends[0]);
	at_spawn_wait(&spawn, &process, NULL, &ended);
	if (unread)
		*error = at_format("jq printed more than %zu bytes", limit);
	else if (ended.status)
		*error = at_format("jq ended with exit %d", at_spawn_code(ended.status));
	return unread || ended.status ? -1 : 0;
}

int at_filter_run_words(const char *name, const struct at_argv *more, size_t limit, struct at_buffer *output, char **error)
{
	char *directory = at_filter_directory();

	if (!directory) {
		*error = at_strdup("the jq filters are not where this program is installed (share/atesor): install atesor again");
		return -1;
	}
	struct at_argv words = AT_ARGV_INIT;
	at_argv_push(&words, "jq");
	at_argv_push(&words, "-r");
	at_argv_push(&words, "-L");
	at_argv_push(&words, directory);
	at_argv_push(&words, "-f");
	at_argv_give(&words, at_format("%s/%s.jq", directory, name));
	at_argv_extend(&words, more->word, more->count);
	int result = run_jq(words.word, limit, output, error);
	at_argv_free(&words);
	free(directory);
	return result;
}

int at_filter_run(const char *name, const char *file, size_t limit, struct at_buffer *output, char **error)
{
	struct at_argv words = AT_ARGV_INIT;

	at_argv_push(&words, "--");
	at_argv_push(&words, file);
	int result = at_filter_run_words(name, &words, limit, output, error);
	at_argv_free(&words);
	return result;
}
