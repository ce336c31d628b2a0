/* The second half of spawn.h: waiting for processes that run, with a time limit, and reading what they write meanwhile. */
#include "spawn.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "straggler.h"

enum {
	LAST_READS = 256,       /* after the last exit: more than a pipe holds, and an end to it if someone still writes */
	GRACE_MS = 2000,         /* between SIGTERM and SIGKILL */
	STOP_MS = 500            /* a signal between the look at *stop and poll is seen after this long at the latest */
};

struct waiting {
	const struct at_spawn *spawn;
	const struct at_process *process;
	struct at_ended *ended;
	size_t count, left;
	const struct at_drain *drain;
	size_t drains;
	const volatile int *stop;
	pid_t group;
	uint64_t deadline_ns;    /* 0: none */
	bool warned;             /* SIGTERM was sent */
	struct pollfd *poll;     /* the processes (fd −1: has ended), then the drains */
};

/* Run time and run-queue wait of a process that may be a zombie: still there until it is waited for. */
static void read_schedstat(pid_t pid, struct at_ended *ended)
{
	char path[40], text[96];
	char *after_run, *after_wait;

	snprintf(path, sizeof path, "/proc/%ld/schedstat", (long)pid);
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	if (descriptor < 0)
		return;
	ssize_t got = read(descriptor, text, sizeof text - 1);
	close(descriptor);
	text[got > 0 ? got : 0] = '\0';
	ended->run_ns = strtoull(text, &after_run, 10);
	ended->wait_ns = strtoull(after_run, &after_wait, 10);
	ended->scheduled = after_run > text && after_wait > after_run;
}

/* One process has ended. The first one's pid names the group: it stays a zombie until all have ended. */
static void collect(struct waiting *w, size_t i, uint64_t now)
{
	w->ended[i].wall_ns = now - w->process[0].started_ns;
	read_schedstat(w->process[i].pid, &w->ended[i]);
	w->poll[i].fd = -1;
	w->left--;
	if (i)
		while (wait4(w->process[i].pid, &w->ended[i].status, 0, &w->ended[i].usage) < 0 && errno == EINTR)
			;
}

/* To the group, and to each process that may have left it. */
static void send_all(const struct waiting *w, int signal)
{
	kill(-w->group, signal);
	for (size_t i = 0; i < w->count; i++)
		if (w->poll[i].fd >= 0)
			syscall(SYS_pidfd_send_signal, w->process[i].pidfd, signal, NULL, 0);
}

static void check_limits(struct waiting *w)
{
	if (w->stop && *w->stop && !w->ended->interrupted) {
		w->ended->interrupted = true;
		send_all(w, SIGKILL);
		w->deadline_ns = 0;
	}
	uint64_t now = at_now_ns();
	if (!w->deadline_ns || now < w->deadline_ns)
		return;
	w->ended->timed_out = true;
	send_all(w, w->warned ? SIGKILL : SIGTERM);
	send_all(w, SIGCONT);
	w->deadline_ns = w->warned ? 0 : now + GRACE_MS * UINT64_C(1000000);
	w->warned = true;
}

static int poll_milliseconds(const struct waiting *w)
{
	int most = w->stop && !w->ended->interrupted ? STOP_MS : -1;

	if (!w->deadline_ns)
		return most;
	uint64_t now = at_now_ns();
	uint64_t left = now >= w->deadline_ns ? 0 : (w->deadline_ns - now) / 1000000 + 1;
	return most >= 0 && left > STOP_MS ? most : left > 1000000 ? 1000000 : (int)left;
}

/* What one read gives; false when there is nothing more now. */
static bool take_some(const struct at_drain *drain)
{
	size_t size;
	char *room = drain->room(drain->context, &size);
	ssize_t got = read(drain->descriptor, room, size);

	if (got > 0)
		drain->take(drain->context, room, (size_t)got);
	return got > 0 || (got < 0 && errno == EINTR);
}

static void wait_for_exits(struct waiting *w)
{
	while (w->left) {
		int ready = poll(w->poll, w->count + w->drains, poll_milliseconds(w));
		uint64_t now = at_now_ns();
		for (size_t i = 0; ready > 0 && i < w->count; i++)
			if (w->poll[i].fd >= 0 && w->poll[i].revents)
				collect(w, i, now);
		for (size_t i = 0; ready > 0 && i < w->drains; i++) {
			struct pollfd *poller = &w->poll[w->count + i];
			if (poller->revents & POLLIN)
				take_some(&w->drain[i]);
			else if (poller->revents)
				poller->fd = -1;        /* hung up: would be ready for ever */
		}
		check_limits(w);
	}
}

void at_spawn_wait_all(const struct at_spawn *spawn, const struct at_process *process, size_t count, const struct at_drain *drain,
		size_t drains, const volatile int *stop, struct at_ended *ended)
{
	struct waiting w = { .spawn = spawn, .process = process, .ended = ended, .count = count, .left = count, .drain = drain,
			.drains = drains, .stop = stop, .group = spawn->group ? spawn->group : process->pid };

	assert(count > 0);
	w.poll = at_resize(NULL, count + drains, sizeof *w.poll);
	if (spawn->seconds > 0)
		w.deadline_ns = process->started_ns + (uint64_t)(spawn->seconds * 1e9);
	for (size_t i = 0; i < count; i++)
		w.poll[i] = (struct pollfd){ .fd = process[i].pidfd, .events = POLLIN };
	for (size_t i = 0; i < drains; i++)
		w.poll[count + i] = (struct pollfd){ .fd = drain[i].descriptor, .events = POLLIN };
	memset(ended, 0, count * sizeof *ended);
	wait_for_exits(&w);
	/* While the leader is a zombie, its number is taken: the group that is killed is ours for certain. */
	if (!spawn->group && spawn->reap)
		kill(-w.group, SIGKILL);
	while (wait4(process[0].pid, &ended->status, 0, &ended->usage) < 0 && errno == EINTR)
		;
	for (size_t i = 0; i < count; i++)
		close(process[i].pidfd);
	if (!spawn->group)
		ended->stragglers = spawn->reap ? at_end_orphans() : at_end_group(process[0].pid);
	for (size_t i = 0; i < drains; i++)
		for (int reads = 0; reads < LAST_READS && drain[i].descriptor >= 0 && take_some(&drain[i]);)
			reads++;
	free(w.poll);
}
