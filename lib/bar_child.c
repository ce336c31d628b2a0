#include "bar_child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "bar_memory.h"

enum {
	LOOK_MS = 50,               /* between two looks at the memory of a process that works */
	QUIT_MS = 2000,             /* from "quit" until it is killed */
	LINE_LIMIT = 1 << 20        /* what may be heard without an end of a line */
};

/* Should memory end all the same, the kernel takes this process first. */
static void offer_to_oom(pid_t pid)
{
	char *path = at_format("/proc/%ld/oom_score_adj", (long)pid);
	int descriptor = open(path, O_WRONLY | O_CLOEXEC);

	if (descriptor >= 0) {
		if (write(descriptor, "1000", 4) < 0)
			errno = 0;      /* not everywhere allowed: then there is one line of defence less */
		close(descriptor);
	}
	free(path);
}

void at_bar_child_limit(struct at_bar_child *child)
{
	uint64_t bytes = child->limits->memory_kib * 1024 * 2 + at_data_kib(child->process.pid) * 1024;

	if (child->running && child->limits->memory_kib)
		prlimit(child->process.pid, RLIMIT_DATA, &(struct rlimit){ bytes, bytes }, NULL);
}

static void close_ends(struct at_bar_child *child)
{
	if (child->to >= 0)
		close(child->to);
	if (child->from >= 0)
		close(child->from);
	child->to = child->from = -1;
}

/* Kills the group, waits for its leader, and gives the wait status and the peak. */
static int collect(struct at_bar_child *child, struct rusage *usage)
{
	int status = 0;

	close_ends(child);
	kill(-child->process.pid, SIGKILL);
	while (wait4(child->process.pid, &status, 0, usage) < 0 && errno == EINTR)
		;
	close(child->process.pidfd);
	child->running = false;
	return status;
}

int at_bar_child_fail(struct at_bar_child *child, const char *format, ...)
{
	va_list list;
	struct rusage usage;

	if (!child->reason) {
		va_start(list, format);
		if (vasprintf(&child->reason, format, list) < 0)
			child->reason = NULL;
		va_end(list);
	}
	if (child->running)
		collect(child, &usage);
	return -1;
}

/* What it said last, if that was an error. */
static char *last_error(struct at_bar_child *child)
{
	char block[4096];
	ssize_t got;

	fcntl(child->from, F_SETFL, O_NONBLOCK);
	while (child->heard.length < LINE_LIMIT && (got = read(child->from, block, sizeof block)) > 0)
		at_buffer_add(&child->heard, block, (size_t)got);
	const char *heard = child->heard.length ? child->heard.data : "";
	return strncmp(heard, "error ", 6) ? NULL : at_strndup(heard + 6, strcspn(heard + 6, "\n"));
}

/* It has died by itself, or closed its output: why? */
static int died(struct at_bar_child *child, const char *request)
{
	siginfo_t info = { 0 };
	struct rusage usage;
	const struct timespec moment = { .tv_nsec = 10000000 };

	/* The end of its output may be seen before its exit. */
	for (int tries = 0; tries < 100 && !info.si_pid; tries++)
		if (waitid(P_PID, (id_t)child->process.pid, &info, WEXITED | WNOWAIT | WNOHANG) || !info.si_pid)
			nanosleep(&moment, NULL);
	child->reason = last_error(child);
	if (!info.si_pid)
		return at_bar_child_fail(child, "closed its output instead of answering '%s'", request);
	int status = collect(child, &usage);
	if (child->limits->memory_kib && (uint64_t)usage.ru_maxrss > child->limits->memory_kib)
		return at_bar_child_fail(child, "used %ld MiB, over the memory limit of %llu MiB, in '%s'", usage.ru_maxrss / 1024,
				(unsigned long long)(child->limits->memory_kib / 1024), request);
	if (WIFSIGNALED(status))
		return at_bar_child_fail(child, "was ended by signal %d (%s) in '%s'", WTERMSIG(status), strsignal(WTERMSIG(status)), request);
	return at_bar_child_fail(child, "exited with %d instead of answering '%s'", WEXITSTATUS(status), request);
}

int at_bar_child_start(struct at_bar_child *child, char *const *argv, const cpu_set_t *cpus, const struct at_bar_limits *limits)
{
	struct at_spawn spawn = AT_SPAWN_INIT;
	int in[2] = { -1, -1 }, out[2] = { -1, -1 };
	cpu_set_t own;

	*child = (struct at_bar_child){ .limits = limits, .to = -1, .from = -1 };
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC)) {
		int saved = errno;
		if (in[0] >= 0)
			close(in[0]);
		if (in[1] >= 0)
			close(in[1]);
		return at_bar_child_fail(child, "no pipe to it: %s", strerror(saved));
	}
	spawn.argv = argv;
	spawn.in = in[0];
	spawn.out = out[1];
	spawn.err = STDERR_FILENO;
	spawn.reap = true;
	/* Born where it shall stay. */
	bool moved = cpus && !sched_getaffinity(0, sizeof own, &own) && !sched_setaffinity(0, sizeof *cpus, cpus);
	int failed = at_spawn_start(&spawn, &child->process) ? errno : 0;
	if (moved)
		sched_setaffinity(0, sizeof own, &own);
	close(in[0]);
	close(out[1]);
	child->to = in[1];
	child->from = out[0];
	child->running = !failed;
	if (failed) {
		close_ends(child);
		return at_bar_child_fail(child, "cannot be started: %s: %s", argv[0], strerror(failed));
	}
	prlimit(child->process.pid, RLIMIT_CORE, &(struct rlimit){ 0, 0 }, NULL);
	offer_to_oom(child->process.pid);
	return 0;
}

/* The first whole line that was heard, cut off; NULL: none yet. The caller frees it. */
static char *take_line(struct at_buffer *heard)
{
	char *end = heard->length ? memchr(heard->data, '\n', heard->length) : NULL;

	if (!end)
		return NULL;
	size_t length = (size_t)(end - heard->data);
	char *line = at_strndup(heard->data, length);
	heard->length -= length + 1;
	memmove(heard->data, end + 1, heard->length + 1);
	return line;
}

/* Waits until something was heard. 0, or −1 with a reason. */
static int hear(struct at_bar_child *child, uint64_t deadline_ns, const char *request)
{
	char block[4096];

	for (;;) {
		struct pollfd poller = { .fd = child->from, .events = POLLIN };
		int ready = poll(&poller, 1, LOOK_MS);
		if (*child->limits->stop)
			return at_bar_child_fail(child, "interrupted");
		if (ready > 0) {
			ssize_t got = read(child->from, block, sizeof block);
			if (got > 0 && child->heard.length < LINE_LIMIT) {
				at_buffer_add(&child->heard, block, (size_t)got);
				return 0;
			}
			return got > 0 ? at_bar_child_fail(child, "answered '%s' with a line without end", request) : died(child, request);
		}
		uint64_t resident = child->limits->memory_kib ? at_resident_kib(child->process.pid) : 0;
		if (resident > child->limits->memory_kib)
			return at_bar_child_fail(child, "used %llu MiB, over the memory limit of %llu MiB, in '%s'",
					(unsigned long long)(resident / 1024), (unsigned long long)(child->limits->memory_kib / 1024), request);
		if (at_now_ns() >= deadline_ns)
			return at_bar_child_fail(child, "did not answer '%s' within %g s", request, child->limits->seconds);
	}
}

static int say(struct at_bar_child *child, const char *request)
{
	char *line = at_format("%s\n", request);
	size_t length = strlen(line);
	ssize_t written = write(child->to, line, length);      /* under a pipe's size: at once, or never */

	free(line);
	return written == (ssize_t)length ? 0 : died(child, request);
}

/* 0: more lines are to come; 1: it was "ok"; −1 with a reason. */
static int judge(struct at_bar_child *child, char *line, at_bar_line *each, void *context, const char *request)
{
	if (!strcmp(line, "ok") || !strncmp(line, "ok ", 3)) {
		free(child->answer);
		child->answer = at_strdup(line[2] ? line + 3 : "");
		return 1;
	}
	if (!strncmp(line, "error ", 6))
		return at_bar_child_fail(child, "%s", line + 6);
	char *copy = at_strndup(line, 80);
	int bad = each ? each(context, line) : -1;
	if (bad)
		at_bar_child_fail(child, "answered '%s' with '%s', which is not an answer", request, copy);
	free(copy);
	return bad ? -1 : 0;
}

int at_bar_child_ask(struct at_bar_child *child, at_bar_line *line, void *context, const char *format, ...)
{
	char *request = NULL;
	va_list list;
	int done = 0;

	if (child->reason)
		return -1;
	va_start(list, format);
	int length = vasprintf(&request, format, list);
	va_end(list);
	if (length < 0)
		return at_bar_child_fail(child, "no memory");
	uint64_t start = at_now_ns(), deadline = start + (uint64_t)(child->limits->seconds * 1e9);
	if (length >= 4096 || strchr(request, '\n'))
		done = at_bar_child_fail(child, "a name is too long, or holds the end of a line: '%.80s …'", request);
	else if (say(child, request))
		done = -1;
	while (!done) {
		char *heard = take_line(&child->heard);
		if (!heard) {
			done = hear(child, deadline, request);
			continue;
		}
		child->answer_ns = at_now_ns() - start;
		done = judge(child, heard, line, context, request);
		free(heard);
	}
	free(request);
	return done > 0 ? 0 : -1;
}

void at_bar_child_stop(struct at_bar_child *child)
{
	siginfo_t info;

	if (!child->running || child->stopped)
		return;
	kill(-child->process.pid, SIGSTOP);
	/* Seen stopped, or dead: the next request says so. */
	while (waitid(P_PID, (id_t)child->process.pid, &info, WSTOPPED | WEXITED | WNOWAIT) < 0 && errno == EINTR)
		;
	child->stopped = true;
}

void at_bar_child_continue(struct at_bar_child *child)
{
	if (child->running && child->stopped)
		kill(-child->process.pid, SIGCONT);
	child->stopped = false;
}

uint64_t at_bar_child_cpu_ns(const struct at_bar_child *child)
{
	struct timespec used;
	clockid_t clock;

	if (!child->running || clock_getcpuclockid(child->process.pid, &clock) || clock_gettime(clock, &used))
		return 0;
	return (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
}

void at_bar_child_end(struct at_bar_child *child)
{
	struct rusage usage;

	if (!child->running)
		return;
	at_bar_child_continue(child);
	struct pollfd poller = { .fd = child->process.pidfd, .events = POLLIN };
	if (!child->reason && write(child->to, "quit\n", 5) == 5)
		poll(&poller, 1, QUIT_MS);
	collect(child, &usage);
}

void at_bar_child_free(struct at_bar_child *child)
{
	at_bar_child_end(child);
	at_buffer_free(&child->heard);
	free(child->answer);
	free(child->reason);
	child->answer = child->reason = NULL;
}
