#include "capture.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "spawn.h"

extern char **environ;

static bool is_hidden(const char *entry, const char *const *hidden)
{
	for (; hidden && *hidden; hidden++)
		if (!strncmp(entry, *hidden, strlen(*hidden)))
			return true;
	return !strncmp(entry, "LC_ALL=", 7);
}

static int read_back(int file, struct at_buffer *text)
{
	return lseek(file, 0, SEEK_SET) ? -1 : at_buffer_read(text, file, AT_CAPTURE_LIMIT);
}

static int run(struct at_capture *capture, const struct at_spawn *spawn)
{
	struct at_ended ended;

	if (spawn->out < 0 || spawn->err < 0 || at_spawn_run(spawn, NULL, &ended))
		return -1;
	capture->code = at_spawn_code(ended.status);
	return read_back(spawn->out, &capture->out) || read_back(spawn->err, &capture->err) ? -1 : 0;
}

int at_capture(struct at_capture *capture, char *const *argv, const char *directory, const char *const *hidden, double seconds)
{
	struct at_argv environment = AT_ARGV_INIT;
	struct at_spawn spawn = AT_SPAWN_INIT;

	*capture = (struct at_capture){ .code = -1 };
	for (char **entry = environ; *entry; entry++)
		if (!is_hidden(*entry, hidden))
			at_argv_push(&environment, *entry);
	at_argv_push(&environment, "LC_ALL=C");
	spawn.argv = argv;
	spawn.envp = environment.word;
	spawn.directory = directory;
	spawn.seconds = seconds;
	spawn.out = memfd_create("stdout", MFD_CLOEXEC);
	spawn.err = memfd_create("stderr", MFD_CLOEXEC);
	int result = run(capture, &spawn);
	int saved = errno;
	if (spawn.out >= 0)
		close(spawn.out);
	if (spawn.err >= 0)
		close(spawn.err);
	at_argv_free(&environment);
	errno = saved;
	return result;
}

void at_capture_free(struct at_capture *capture)
{
	at_buffer_free(&capture->out);
	at_buffer_free(&capture->err);
}
