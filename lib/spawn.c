#include "spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "exits.h"

enum { CHILD_STACK = 65536 };

extern char **environ;

/* What the child needs; it shares our memory until exec, so it reports its errno here. */
struct birth {
	const struct at_spawn *spawn;
	const char *path;
	int null;
	const sigset_t *changed;
	volatile int error;
};

void at_spawn_signals(sigset_t *changed)
{
	struct sigaction now;

	sigemptyset(changed);
	for (int signal = 1; signal < NSIG; signal++)
		if (!sigaction(signal, NULL, &now) && now.sa_handler != SIG_DFL)
			sigaddset(changed, signal);
}

static void reset_signals(const sigset_t *changed)
{
	struct sigaction standard = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int signal = 1; signal < NSIG; signal++)
		if (sigismember(changed, signal))
			sigaction(signal, &standard, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* What is not past 2 is duplicated there first, so that no target is overwritten before it is used as a source. */
static int place_descriptors(const struct birth *birth)
{
	const int wanted[3] = { birth->spawn->in, birth->spawn->out, birth->spawn->err };
	int high[3];

	for (int i = 0; i < 3; i++) {
		high[i] = wanted[i] < 0 ? birth->null : wanted[i];
		if (high[i] < 3 && (high[i] = fcntl(high[i], F_DUPFD_CLOEXEC, 3)) < 0)
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

	reset_signals(birth->changed);
	if (spawn->reap)
		prctl(PR_SET_PDEATHSIG, SIGKILL);      /* if we are killed, it must not go on */
	if (setpgid(0, spawn->group) || place_descriptors(birth) || (spawn->directory && chdir(spawn->directory))) {
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

char *at_spawn_find(const char *name, char *const *envp)
{
	if (strchr(name, '/'))
		return at_strdup(name);
	for (const char *part = path_of(envp ? envp : environ); part; part = strchr(part, ':') ? strchr(part, ':') + 1 : NULL) {
		size_t length = strcspn(part, ":");
		char *path = length ? at_format("%.*s/%s", (int)length, part, name) : at_strdup(name);
		if (!access(path, X_OK))
			return path;
		free(path);
	}
	errno = ENOENT;
	return NULL;
}

/* Goes to the CPU where the child shall run, so that it is born there and never moves, and inherits the pinning. `own` is what
 * to go back to. 0, or an errno. */
static int go_to_cpu(int cpu, cpu_set_t *own)
{
	cpu_set_t only;

	CPU_ZERO(&only);
	CPU_SET((size_t)cpu, &only);
	return sched_getaffinity(0, sizeof *own, own) || sched_setaffinity(0, sizeof only, &only) ? errno : 0;
}

/* The clone itself: nothing between reading the clock and the call. 0, or an errno. */
static int give_birth(struct birth *birth, char *stack, struct at_process *process)
{
	sigset_t all, before;
	cpu_set_t own;
	int pidfd = -1, cpu = birth->spawn->cpu, saved = cpu >= 0 ? go_to_cpu(cpu, &own) : 0;

	if (saved)
		return saved;
	/* No handler of ours may run in the child while it shares our memory. */
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	process->started_ns = at_now_ns();
	process->pid = clone(child, stack + CHILD_STACK, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, birth, &pidfd);
	if (process->pid < 0)
		saved = errno;
	sigprocmask(SIG_SETMASK, &before, NULL);
	if (cpu >= 0)
		sched_setaffinity(0, sizeof own, &own);
	process->pidfd = pidfd;
	if (process->pid > 0 && birth->error) {
		waitpid(process->pid, NULL, 0);
		close(pidfd);
		saved = birth->error;
	}
	return saved;
}

/* A process keeps this for its life. */
static void become_subreaper(void)
{
	static bool done;

	if (!done)
		done = !prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

int at_spawn_start(const struct at_spawn *spawn, struct at_process *process)
{
	struct birth birth = { .spawn = spawn, .null = -1, .changed = spawn->changed };
	bool needs_null = spawn->in < 0 || spawn->out < 0 || spawn->err < 0;
	sigset_t changed;

	if (spawn->reap)
		become_subreaper();
	char *path = at_spawn_find(spawn->path ? spawn->path : spawn->argv[0], spawn->envp);
	if (!path)
		return -1;
	birth.path = path;
	if (needs_null)
		birth.null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int saved = needs_null && birth.null < 0 ? errno : 0;
	if (!saved) {
		char *stack = at_resize(NULL, CHILD_STACK, 1);     /* of malloc: 16-byte aligned, and mostly not touched */
		if (!birth.changed) {
			at_spawn_signals(&changed);
			birth.changed = &changed;
		}
		saved = give_birth(&birth, stack, process);
		free(stack);
		if (needs_null)
			close(birth.null);
	}
	free(path);
	errno = saved;
	return saved ? -1 : 0;
}

void at_spawn_wait(const struct at_spawn *spawn, const struct at_process *process, const volatile int *stop, struct at_ended *ended)
{
	at_spawn_wait_all(spawn, process, 1, NULL, 0, stop, ended);
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
