/* Run a program with limits: own process group, clean signal state, working directory, environment, descriptors, CPU, time.
 * Never a shell. Works by clone(CLONE_VM | CLONE_VFORK | CLONE_PIDFD), so that a large parent costs nothing.
 *
 * A process that outlives its leader (a daemon, a background job) is a straggler: with `reap` set the caller becomes a child
 * subreaper, and at_spawn_wait kills and counts stragglers of the group and orphans that came back to us. */
#ifndef ATESOR_SPAWN_H
#define ATESOR_SPAWN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct at_spawn {
	char *const *argv;            /* argv[0] is also what is run; looked up in PATH of `envp` if it has no slash */
	char *const *envp;            /* NULL: ours */
	const char *directory;        /* NULL: ours */
	int in, out, err;             /* descriptors; -1: /dev/null */
	int cpu;                      /* pin to this CPU; -1: leave */
	double seconds;               /* time limit, then SIGTERM to the group, then SIGKILL after 2 s; 0: none */
	pid_t group;                  /* join this process group; 0: lead a new one */
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
	uint64_t wall_ns;             /* from before clone until the leader's exit was seen */
	struct rusage usage;          /* of the leader and what it waited for */
};

#define AT_SPAWN_INIT { .in = -1, .out = -1, .err = -1, .cpu = -1 }

/* 0; or -1 with errno: what failed before or in exec (ENOENT …). */
int at_spawn_start(const struct at_spawn *spawn, struct at_process *process);

/* Waits for the leader's exit (not for pipes), enforces the limit. `stop` may be NULL: a flag that a signal handler sets. */
void at_spawn_wait(const struct at_spawn *spawn, const struct at_process *process, const volatile int *stop, struct at_ended *ended);

/* start and wait. */
int at_spawn_run(const struct at_spawn *spawn, const volatile int *stop, struct at_ended *ended);

/* The exit code to pass on: the exit status, or 128 + signal. */
int at_spawn_code(int status);

#endif
