#include "rundir.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "remove.h"

int at_rundir_open(struct at_rundir *rundir, const char *parent)
{
	char *given = at_format("%s/atesor-run.XXXXXX", parent);

	*rundir = (struct at_rundir){ .home_open = -1, .temporary_open = -1 };
	if (!mkdtemp(given)) {
		at_error("cannot make a run directory in '%s': %m; name another with --run-dir", parent);
		free(given);
		return -1;
	}
	/* Absolute: the programs run elsewhere. */
	rundir->path = realpath(given, NULL);
	if (!rundir->path) {
		at_error("cannot resolve '%s': %m", given);
		rmdir(given);
		free(given);
		return -1;
	}
	free(given);
	rundir->home = at_format("%s/home", rundir->path);
	rundir->temporary = at_format("%s/tmp", rundir->path);
	rundir->output = at_format("%s/output", rundir->path);
	return at_rundir_renew(rundir, false);
}

static bool is_empty(int directory)
{
	char entries[512];

	/* "." and ".." are all that one read of a new directory gives: 24 bytes each. */
	return !lseek(directory, 0, SEEK_SET) && syscall(SYS_getdents64, directory, entries, sizeof entries) == 48;
}

/* A directory that is still empty is left as it is: most programs write nothing there. */
static int renew_directory(const char *path, int *descriptor)
{
	if (*descriptor >= 0 && is_empty(*descriptor))
		return 0;
	if (*descriptor >= 0)
		close(*descriptor);
	if ((rmdir(path) && errno != ENOENT && at_remove_path(path)) || mkdir(path, 0700)) {
		at_error("cannot make '%s' afresh: %m", path);
		return -1;
	}
	*descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	return 0;
}

int at_rundir_renew(struct at_rundir *rundir, bool has_output)
{
	if (has_output && unlink(rundir->output) && errno != ENOENT && at_remove_path(rundir->output))
		return -1;
	return renew_directory(rundir->home, &rundir->home_open) || renew_directory(rundir->temporary, &rundir->temporary_open) ? -1 : 0;
}

void at_rundir_close(struct at_rundir *rundir)
{
	if (!rundir->path)
		return;
	if (rundir->home_open >= 0)
		close(rundir->home_open);
	if (rundir->temporary_open >= 0)
		close(rundir->temporary_open);
	at_remove_path(rundir->path);
	free(rundir->path);
	free(rundir->home);
	free(rundir->temporary);
	free(rundir->output);
	*rundir = (struct at_rundir){ 0 };
}
