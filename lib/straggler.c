#include "straggler.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"

/* Kills each child once. Read from /proc, because waitpid cannot name a child that still runs. */
static void kill_children(void)
{
	struct at_buffer list = AT_BUFFER_INIT;
	char *path = at_format("/proc/self/task/%ld/children", (long)syscall(SYS_gettid));

	if (!at_buffer_read_file(&list, path, 1 << 20) && list.data) {
		char *at = list.data, *end;
		for (long pid; (pid = strtol(at, &end, 10)) > 0; at = end)
			kill((pid_t)pid, SIGKILL);
	}
	at_buffer_free(&list);
	free(path);
}

/* The children of a killed child come to us in turn: again until the kernel says that we have none. */
unsigned at_end_orphans(void)
{
	unsigned count = 0;

	for (;;) {
		pid_t pid = waitpid(-1, NULL, WNOHANG);
		if (pid > 0) {
			count++;
			continue;
		}
		if (pid < 0 && errno != EINTR)
			return count;
		kill_children();
		if (waitpid(-1, NULL, 0) > 0)
			count++;
	}
}

unsigned at_end_group(pid_t group)
{
	return kill(-group, SIGKILL) ? 0 : 1;
}
