/* Run a program with limits: own process group, clean signal state, working directory, environment, descriptors, CPU, time.
 * Never a shell. Works by clone(CLONE_VM | CLONE_VFORK | CLONE_PIDFD), so that a large parent costs nothing.
 *
 * A process that outlives its leader (a daemon, a background job) is a straggler: with `reap` set the caller becomes a child
 * subreaper, and waiting ends with killing and counting stragglers of the group and orphans that came back to us. So a caller
 * that sets `reap` must have no other children at that time; the commands of one pipe are started together and waited for by
 * at_spawn_wait_all. */
#ifndef ATESOR_SPAWN_H
#define ATESOR_SPAWN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

#include "now.h"

struct at_spawn {
	char *const *argv;            /* argv[0] also names what is run; looked up in PATH of `envp` if it has no slash */
	const char *path;             /* run this file instead; NULL: argv[0] */
	char *const *envp;            /* NULL: ours */
	const char *directory;        /* NULL: ours */
	int in, out, err;             /* descriptors; -1: /dev/null */
	int cpu;                      /* pin to this CPU; -1: leave */
	double seconds;               /* time limit, then SIGTERM to the group, then SIGKILL after 2 s; 0: none */
	pid_t group;                  /* join this process group; 0: lead a new one */
	const sigset_t *changed;      /* at_spawn_signals of this process; NULL: asked for each time */
	bool reap;
};

struct at_process {
	pid_t pid;
	int pidfd;
	uint64_t started_ns;          /* CLOCK_MONOTONIC just before clone */
};

struct at_ended {
	int status;                   /* as wait(2) gives it */
	bool timed_out;
	bool interrupted;             /* `*stop` became true: the group was killed */
	unsigned stragglers;
	uint64_t wall_ns;             /* from before clone until the exit was seen */
	struct rusage usage;          /* of the process and what it waited for */
	bool scheduled;               /* the two below are known (/proc/PID/schedstat) */
	uint64_t run_ns, wait_ns;     /* of the main thread: on a CPU, and ready to run without one */
};

/* A descriptor that is read while processes run, so that they never wait for us. Reading ends with the last process, not at
 * the end of the stream: a process that was left behind may hold the other end open. */
struct at_drain {
	int descriptor;               /* a non-blocking read end; -1: unused */
	char *(*room)(void *context, size_t *size);   /* where to read to, at least one byte */
	void (*take)(void *context, const char *bytes, size_t count);
	void *context;
};

#define AT_SPAWN_INIT { .in = -1, .out = -1, .err = -1, .cpu = -1 }

/* The signals that are not at their default here, which a child resets. Asking takes a system call for each signal: who starts many
 * programs asks once, after it has set its handlers. */
void at_spawn_signals(sigset_t *changed);

/* 0; or -1 with errno: what failed before or in exec (ENOENT …). */
int at_spawn_start(const struct at_spawn *spawn, struct at_process *process);

/* Waits for the process's exit (not for pipes), enforces the limit. `stop` may be NULL: a flag that a signal handler sets. */
void at_spawn_wait(const struct at_spawn *spawn, const struct at_process *process, const volatile int *stop, struct at_ended *ended);

/* The same for `count` processes of one group, all started: the commands of a pipe, leader first. The time limit, group and
 * `reap` are those of `spawn`, the leader's. `ended` has `count` elements; the first has the facts about all of them:
 * timed_out, interrupted, stragglers. All wall times count from the leader's start. */
void at_spawn_wait_all(const struct at_spawn *spawn, const struct at_process *process, size_t count, const struct at_drain *drain,
		size_t drains, const volatile int *stop, struct at_ended *ended);

/* start and wait. */
int at_spawn_run(const struct at_spawn *spawn, const volatile int *stop, struct at_ended *ended);

/* The exit code to pass on: the exit status, or 128 + signal. */
int at_spawn_code(int status);

/* The file that a name stands for in PATH of `envp` (NULL: ours), allocated; NULL with errno. A name with a slash is itself. */
char *at_spawn_find(const char *name, char *const *envp);

#endif
