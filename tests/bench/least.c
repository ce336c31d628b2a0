/* The least that timing a run can cost: clone without a copy of the memory, exec, wait; the median in ns. least RUNS PROGRAM */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char *words[2];
static char stack[65536] __attribute__((aligned(16)));

static int child(void *unused)
{
	char *none[] = { NULL };

	(void)unused;
	execve(words[0], words, none);
	_exit(127);
}

static double now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int by_value(const void *one, const void *other)
{
	const double *a = one, *b = other;

	return (*a > *b) - (*a < *b);
}

int main(int argc, char **argv)
{
	int runs = argc > 2 ? atoi(argv[1]) : 0;
	double *took = calloc((size_t)runs + 1, sizeof *took);

	if (runs < 1 || !took)
		return 2;
	words[0] = argv[2];
	for (int i = 0; i < runs; i++) {
		double start = now_ns();
		pid_t pid = clone(child, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
		if (pid < 0 || waitpid(pid, NULL, 0) != pid)
			return 1;
		took[i] = now_ns() - start;
	}
	qsort(took, (size_t)runs, sizeof *took, by_value);
	printf("%.0f\n", took[runs / 2]);
	return 0;
}
