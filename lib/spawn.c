#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "exits.h"

enum { CHILD_STACK = 65536 };

extern char **environ;

/* What the child needs; it shares our memory until exec, so it reports its errno here. */
struct birth {
	const struct at_spawn *spawn;
	const char *path;
	int null;
	volatile int error;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void reset_signals(void)
{
	struct sigaction standard = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int signal = 1; signal < NSIG; signal++)
		sigaction(signal, &standard, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Duplicates past 2 first, so that no target is overwritten before it is used as a source. */
static int place_descriptors(const struct birth *birth)
{
	const int wanted[3] = { birth->spawn->in, birth->spawn->out, birth->spawn->err };
	int high[3];

	for (int i = 0; i < 3; i++) {
		high[i] = fcntl(wanted[i] < 0 ? birth->null : wanted[i], F_DUPFD_CLOEXEC, 3);
		if (high[i] < 0)
			return -1;
	}
	for (int i = 0; i < 3; i++)
		if (dup2(high[i], i) < 0)
			return -1;
	return 0;
}

static int child(void *given)
{
	struct birth *birth = given;
	const struct at_spawn *spawn = birth->spawn;
	cpu_set_t cpus;

	reset_signals();
	CPU_ZERO(&cpus);
	if (spawn->cpu >= 0)
		CPU_SET((size_t)spawn->cpu, &cpus);
	if (setpgid(0, spawn->group) || place_descriptors(birth) || (spawn->directory && chdir(spawn->directory)) ||
			(spawn->cpu >= 0 && sched_setaffinity(0, sizeof cpus, &cpus))) {
		birth->error = errno;
		_exit(127);
	}
	execve(birth->path, spawn->argv, spawn->envp ? spawn->envp : environ);
	birth->error = errno;
	_exit(127);
}

static const char *path_of(char *const *envp)
{
	for (; *envp; envp++)
		if (!strncmp(*envp, "PATH=", 5))
			return *envp + 5;
	return "/usr/local/bin:/usr/bin:/bin";
}

/* The file to run, allocated; NULL with errno. A name with a slash is taken as it is (relative to the child's directory). */
static char *find_program(const struct at_spawn *spawn)
{
	const char *name = spawn->argv[0];

	if (strchr(name, '/'))
		return at_strdup(name);
	for (const char *part = path_of(spawn->envp ? spawn->envp : environ); part; part = strchr(part, ':') ? strchr(part, ':') + 1 : NULL) {
		size_t length = strcspn(part, ":");
		char *path = length ? at_format("%.*s/%s", (int)length, part, name) : at_strdup(name);
		if (!access(path, X_OK))
			return path;
		free(path);
	}
	errno = ENOENT;
	return NULL;
}

int at_spawn_start(const struct at_spawn *spawn, struct at_process *process)
{
	struct birth birth = { .spawn = spawn, .null = -1 };
	sigset_t all, before;
	int pidfd = -1, saved = 0;

	if (spawn->reap)
		prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	char *path = find_program(spawn);
	if (!path)
		return -1;
	birth.path = path;
	birth.null = open("/dev/null", O_RDWR | O_CLOEXEC);
	void *stack = mmap(NULL, CHILD_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
	if (birth.null < 0 || stack == MAP_FAILED) {
		saved = errno;
		goto done;
	}
	/* No handler of ours may run in the child while it shares our memory. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	process->started_ns = now_ns();
	process->pid = clone(child, (char *)stack + CHILD_STACK, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &birth, &pidfd);
	if (process->pid < 0)
		saved = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	process->pidfd = pidfd;
	if (process->pid > 0 && birth.error) {
		waitpid(process->pid, NULL, 0);
		close(pidfd);
		saved = birth.error;
	}
done:
	if (stack != MAP_FAILED)
		munmap(stack, CHILD_STACK);
	if (birth.null >= 0)
		close(birth.null);
	free(path);
	errno = saved;
	return saved ? -1 : 0;
}

/* Ends what is left of the group, and collects orphans that a subreaper inherits. */
static unsigned end_stragglers(const struct at_spawn *spawn, pid_t group)
{
	unsigned count = 0;
	int status;

	if (spawn->group)
		return 0;       /* the group's leader is waited for elsewhere */
	bool any = !kill(-group, 0);
	if (any)
		kill(-group, SIGKILL);
	if (!spawn->reap)
		return any;
	for (pid_t pid; (pid = waitpid(-group, &status, any ? 0 : WNOHANG)) > 0;)
		count++;
	return count;
}

/* Processes that left the group (setsid) but came back to us as subreaper: every child of ours that is not the leader.
 * Read from /proc, because a running child cannot be found by waitpid. */
static unsigned end_orphans(pid_t leader)
{
	struct at_buffer list = AT_BUFFER_INIT;
	char *path = at_format("/proc/self/task/%ld/children", (long)syscall(SYS_gettid));
	unsigned count = 0;

	if (!at_buffer_read_file(&list, path, 1 << 20) && list.data)
		for (char *at = list.data, *end; (end = NULL, *at) && strtol(at, &end, 10) > 0 && end != at; at = end + strspn(end, " ")) {
			pid_t pid = (pid_t)strtol(at, NULL, 10);
			if (pid == leader)
				continue;
			kill(pid, SIGKILL);
			if (waitpid(pid, NULL, 0) == pid)
				count++;
		}
	at_buffer_free(&list);
	free(path);
	return count;
}

static int wait_milliseconds(uint64_t deadline_ns)
{
	uint64_t now = now_ns();

	if (!deadline_ns)
		return -1;
	return now >= deadline_ns ? 0 : (int)((deadline_ns - now) / 1000000 + 1);
}

void at_spawn_wait(const struct at_spawn *spawn, const struct at_process *process, const volatile int *stop, struct at_ended *ended)
{
	struct pollfd poller = { .fd = process->pidfd, .events = POLLIN };
	uint64_t deadline = spawn->seconds > 0 ? process->started_ns + (uint64_t)(spawn->seconds * 1e9) : 0;
	pid_t group = spawn->group ? spawn->group : process->pid;
	bool warned = false;

	*ended = (struct at_ended){ 0 };
	for (;;) {
		int ready = poll(&poller, 1, wait_milliseconds(deadline));
		if (ready > 0)
			break;
		if (stop && *stop && !ended->interrupted) {
			ended->interrupted = true;
			kill(-group, SIGKILL);
			deadline = 0;
		} else if (ready == 0) {
			ended->timed_out = true;
			kill(-group, warned ? SIGKILL : SIGTERM);
			kill(-group, SIGCONT);
			deadline = warned ? 0 : now_ns() + 2000000000u;
			warned = true;
		}
	}
	ended->wall_ns = now_ns() - process->started_ns;
	while (wait4(process->pid, &ended->status, 0, &ended->usage) < 0 && errno == EINTR)
		;
	close(process->pidfd);
	ended->stragglers = end_stragglers(spawn, group);
	if (spawn->reap && !spawn->group)
		ended->stragglers += end_orphans(process->pid);
}

int at_spawn_run(const struct at_spawn *spawn, const volatile int *stop, struct at_ended *ended)
{
	struct at_process process;

	if (at_spawn_start(spawn, &process))
		return -1;
	at_spawn_wait(spawn, &process, stop, ended);
	return 0;
}

int at_spawn_code(int status)
{
	return WIFSIGNALED(status) ? (int)AT_EXIT_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}
