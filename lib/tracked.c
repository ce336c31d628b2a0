#include "tracked.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "message.h"
#include "pathlist.h"

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Variables of git would point it elsewhere, so they are hidden; without optional locks it does not write the index. */
static int ask_git(struct at_capture *answer, const char *directory)
{
	static const char *const words[] = { "git", "--no-optional-locks", "-c", "safe.directory=*", "-c", "core.fsmonitor=false",
		"ls-files", "-z", "--recurse-submodules" };
	static const char *const hidden[] = { "GIT_", NULL };
	struct at_argv command = AT_ARGV_INIT;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		at_argv_push(&command, words[i]);
	int result = at_capture(answer, command.word, directory, hidden, 0);
	int saved = errno;
	at_argv_free(&command);
	errno = saved;
	return result;
}

void at_tracked_load(struct at_tracked *tracked, const char *directory)
{
	struct at_capture answer;

	*tracked = (struct at_tracked){ AT_ARGV_INIT };
	if (ask_git(&answer, directory)) {
		if (errno != ENOENT)
			at_warn("cannot ask git about '%s', so its files are judged by content: %s", directory, strerror(errno));
	} else if (answer.code) {
		if (!answer.err.length || !strstr(answer.err.data, "not a git repository"))
			at_warn("git does not answer about '%s', so its files are judged by content: %s", directory,
					answer.err.length ? answer.err.data : "it gave no reason");
	} else if (answer.out.length) {
		at_pathlist_parse(&tracked->paths, answer.out.data, answer.out.length);
		qsort(tracked->paths.word, tracked->paths.count, sizeof *tracked->paths.word, compare);
	}
	at_capture_free(&answer);
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
