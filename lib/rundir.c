#include "rundir.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "remove.h"

int at_rundir_open(struct at_rundir *rundir, const char *parent)
{
	char *given = at_format("%s/atesor-run.XXXXXX", parent);

	*rundir = (struct at_rundir){ 0 };
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
	return at_rundir_renew(rundir);
}

static int renew_directory(const char *path)
{
	if (rmdir(path) && errno != ENOENT && at_remove_path(path))
		return -1;
	if (!mkdir(path, 0700))
		return 0;
	at_error("cannot make '%s': %m", path);
	return -1;
}

int at_rundir_renew(struct at_rundir *rundir)
{
	if (unlink(rundir->output) && errno != ENOENT && at_remove_path(rundir->output))
		return -1;
	return renew_directory(rundir->home) || renew_directory(rundir->temporary) ? -1 : 0;
}

void at_rundir_close(struct at_rundir *rundir)
{
	if (rundir->path)
		at_remove_path(rundir->path);
	free(rundir->path);
	free(rundir->home);
	free(rundir->temporary);
	free(rundir->output);
	*rundir = (struct at_rundir){ 0 };
}
