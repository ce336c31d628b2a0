#include "log.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "jsontext.h"

/* One write to a file opened with O_APPEND: the kernel puts records of several writers one after the other, never into one
 * another. */
int append(const struct call *call, struct text *line)
{
	const char *path = joined(call->directory, "/", "log.jsonl");
	int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
	ssize_t wrote;

	if (descriptor < 0)
		return -1;
	put(line, "\n");
	do
		wrote = write(descriptor, line->data, line->length);
	while (wrote < 0 && errno == EINTR);
	if (wrote >= 0 && (size_t)wrote != line->length) {
		errno = ENOSPC;
		wrote = -1;
	}
	int saved = errno;
	close(descriptor);
	errno = saved;
	return wrote < 0 ? -1 : 0;
}

/* A fault inside a configure check looks like a missing feature of the system, so it goes to the log as well as to stderr. */
_Noreturn void fault(const struct call *call, int code, const char *what, const char *thing, int error)
{
	struct text message = { 0 }, line = { 0 };

	put(&message, what);
	if (thing) {
		put(&message, " '");
		put(&message, thing);
		put(&message, "'");
	}
	if (error) {
		put(&message, ": ");
		put(&message, strerror(error));
	}
	if (call->directory) {
		put(&line, "{");
		put_pair(&line, "event", "error");
		put_pair(&line, "name", call->name);
		put_pair(&line, "cwd", call->cwd);
		put_pair(&line, "error", message.data);
		put(&line, "}");
		if (append(call, &line))
			put(&message, " (and the log cannot be written)");
	}
	char *whole = joined("atesor-cc: error: ", message.data, "\n");
	if (write(STDERR_FILENO, whole, strlen(whole)) < 0)
		_exit(code);    /* nowhere left to say it; the exit code says it too */
	_exit(code);
}
