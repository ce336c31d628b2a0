#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"

int at_outfile_open(struct at_outfile *file, const char *path)
{
	*file = (struct at_outfile){ stdout, at_strdup(path), NULL };
	if (!strcmp(path, "-"))
		return 0;
	/* A device or a pipe is written to: a rename would put a file in its place. */
	struct stat status;
	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		file->stream = fopen(path, "we");
		if (file->stream)
			return 0;
		goto failed;
	}
	file->temporary = at_format("%s.XXXXXX", path);
	int descriptor = mkostemp(file->temporary, O_CLOEXEC);
	if (descriptor < 0)
		goto failed;
	mode_t mask = umask(0);
	umask(mask);
	fchmod(descriptor, 0666 & ~mask);
	file->stream = fdopen(descriptor, "w");
	if (file->stream)
		return 0;
	close(descriptor);
	unlink(file->temporary);
failed:;
	int saved = errno;
	free(file->path);
	free(file->temporary);
	*file = (struct at_outfile){ 0 };
	errno = saved;
	return -1;
}

static void forget(struct at_outfile *file)
{
	free(file->path);
	free(file->temporary);
	*file = (struct at_outfile){ 0 };
}

int at_outfile_commit(struct at_outfile *file)
{
	int bad = ferror(file->stream);
	int saved = 0;

	if (!file->temporary) {
		if ((file->stream == stdout ? fflush(file->stream) : fclose(file->stream)) || bad)
			saved = errno ? errno : EIO;
	} else if (fclose(file->stream) || bad || rename(file->temporary, file->path)) {
		saved = errno ? errno : EIO;
		unlink(file->temporary);
	}
	forget(file);
	errno = saved;
	return saved ? -1 : 0;
}

void at_outfile_abort(struct at_outfile *file)
{
	if (file->stream != stdout)
		fclose(file->stream);
	if (file->temporary)
		unlink(file->temporary);
	forget(file);
}
