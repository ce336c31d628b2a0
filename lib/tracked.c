#include "tracked.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "buffer.h"
#include "message.h"
#include "pathlist.h"
#include "spawn.h"

extern char **environ;

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Our environment without what would point git elsewhere, and with plain messages. */
static void git_environment(struct at_argv *environment)
{
	for (char **entry = environ; *entry; entry++)
		if (strncmp(*entry, "GIT_", 4) && strncmp(*entry, "LC_ALL=", 7))
			at_argv_push(environment, *entry);
	at_argv_push(environment, "LC_ALL=C");
	at_argv_push(environment, "GIT_OPTIONAL_LOCKS=0");
}

/* Runs git with its answer in `out` and its talk in `err`, both files in memory. The exit code, or -1 with errno. */
static int ask_git(const char *directory, int out, int err)
{
	static const char *const words[] = { "git", "-c", "safe.directory=*", "-c", "core.fsmonitor=false", "ls-files", "-z", "--recurse-submodules" };
	struct at_argv command = AT_ARGV_INIT, environment = AT_ARGV_INIT;
	struct at_spawn spawn = AT_SPAWN_INIT;
	struct at_ended ended;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		at_argv_push(&command, words[i]);
	git_environment(&environment);
	spawn.argv = command.word;
	spawn.envp = environment.word;
	spawn.directory = directory;
	spawn.out = out;
	spawn.err = err;
	int result = at_spawn_run(&spawn, NULL, &ended) ? -1 : at_spawn_code(ended.status);
	int saved = errno;
	at_argv_free(&command);
	at_argv_free(&environment);
	errno = saved;
	return result;
}

static void read_back(int file, struct at_buffer *text)
{
	if (lseek(file, 0, SEEK_SET) || at_buffer_read(text, file, (size_t)1 << 30))
		at_buffer_clear(text);
}

void at_tracked_load(struct at_tracked *tracked, const char *directory)
{
	struct at_buffer answer = AT_BUFFER_INIT, talk = AT_BUFFER_INIT;
	int out = memfd_create("git-out", MFD_CLOEXEC), err = memfd_create("git-err", MFD_CLOEXEC);

	*tracked = (struct at_tracked){ AT_ARGV_INIT };
	int code = out < 0 || err < 0 ? -1 : ask_git(directory, out, err);
	if (code < 0 && errno != ENOENT)
		at_warn("cannot ask git about '%s': %s", directory, strerror(errno));
	if (code > 0) {
		read_back(err, &talk);
		if (!talk.length || !strstr(talk.data, "not a git repository"))
			at_warn("git does not answer about '%s', so its files are judged by content: %s", directory, talk.length ? talk.data : "no reason given");
	}
	if (code == 0) {
		read_back(out, &answer);
		at_pathlist_parse(&tracked->paths, answer.data, answer.length);
		if (tracked->paths.count)
			qsort(tracked->paths.word, tracked->paths.count, sizeof *tracked->paths.word, compare);
	}
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	at_buffer_free(&answer);
	at_buffer_free(&talk);
}

bool at_tracked_has(const struct at_tracked *tracked, const char *path)
{
	return tracked->paths.count &&
			bsearch(&path, tracked->paths.word, tracked->paths.count, sizeof *tracked->paths.word, compare);
}

void at_tracked_free(struct at_tracked *tracked)
{
	at_argv_free(&tracked->paths);
}
