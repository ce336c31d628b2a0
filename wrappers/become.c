#include "become.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"
#include "relative.h"
#include "text.h"

static bool same_file(const char *path, const struct stat *other)
{
	struct stat status;

	return !stat(path, &status) && status.st_dev == other->st_dev && status.st_ino == other->st_ino;
}

/* Takes our directory out of PATH: gcc-ar looks for `ar` there, a compiler cache for the next `gcc`; both must not find us.
 * An entry that names it otherwise is found by device and inode, if none names it as we were called. */
static void leave_path(const struct call *call)
{
	extern char **environ;
	char **variable = environ;
	struct stat here;
	struct text path = { 0 };
	bool found = false;

	while (*variable && !starts(*variable, "PATH="))
		variable++;
	for (int by_file = 0; *variable && !found && by_file < 2 && !stat(call->directory, &here); by_file++) {
		const char *part = *variable + strlen("PATH=");
		path.length = 0;
		put(&path, "PATH=");
		while (part) {
			size_t length = strcspn(part, ":"), start = path.length;
			put_bytes(&path, part, length);
			if (length && (by_file ? same_file(path.data + start, &here) : !strcmp(path.data + start, call->directory))) {
				path.length = start;
				found = true;
			} else if (part[length]) {
				put(&path, ":");
			}
			part = part[length] ? part + length + 1 : NULL;
		}
	}
	if (!found)
		return;
	if (path.data[path.length - 1] == ':')          /* our entry was the last one; an empty one would be the working directory */
		path.length--;
	path.data[path.length] = '\0';
	*variable = path.length > strlen("PATH=") ? path.data : joined(path.data, "", "/usr/bin:/bin");
}

/* The arguments as a response file in memory, quoted for buildargv; its name goes in their place. */
static char *spill(const struct call *call, char *const *argv)
{
	char digits[16] = "", *at = digits + sizeof digits - 1;
	int descriptor = memfd_create("atesor-cc", 0);
	struct text text = { 0 };

	for (; *argv; argv++) {
		put(&text, "\"");
		for (const char *c = *argv; *c; c++) {
			if (*c == '"' || *c == '\\')
				put(&text, "\\");
			put_bytes(&text, c, 1);
		}
		put(&text, "\"\n");
	}
	for (size_t done = 0; descriptor >= 0 && done < text.length;) {
		ssize_t wrote = write(descriptor, text.data + done, text.length - done);
		if (wrote < 0)
			descriptor = -1;
		else
			done += (size_t)wrote;
	}
	if (descriptor < 0)
		fault(call, EXIT_NO_EXEC, "the arguments are too long, and no response file can be made for", call->real, errno);
	for (int n = descriptor; n; n /= 10)
		*--at = (char)('0' + n % 10);
	return joined("@/proc/self/fd/", "", at);
}

_Noreturn void become(const struct call *call)
{
	struct list argv = { 0 };
	struct stat self;

	push(&argv, call->real);
	for (size_t i = 0; i < call->before.count; i++)
		push(&argv, call->before.item[i]);
	for (int i = 1; i <= call->argc; i++) {
		for (size_t k = 0; i == call->insert && k < call->added.count; k++)
			push(&argv, call->added.item[k]);
		if (i < call->argc)
			push(&argv, given(call, i));
	}
	if (!stat("/proc/self/exe", &self) && same_file(call->real, &self))
		fault(call, EXIT_FAULT, "the configuration names the wrapper itself as the real program:", call->real, 0);
	leave_path(call);
	char **words = (char **)argv.item;
	execv(call->real, words);
	if (errno == E2BIG && call->set) {
		words[1] = spill(call, words + 1);
		words[2] = NULL;
		execv(call->real, words);
	}
	fault(call, errno == ENOENT ? EXIT_NO_FILE : EXIT_NO_EXEC, "cannot run", call->real, errno);
}
