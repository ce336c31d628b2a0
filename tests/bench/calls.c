/* calls ROUNDS CALLS BARE ONE OTHER: runs each of the three programs CALLS times a round, with the words of a usual compile, and
 * prints the CPU milliseconds a call of each and the median over rounds of (OTHER − BARE) / (ONE − BARE). */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

extern char **environ;

static double children_ms(void)
{
	struct rusage usage;

	getrusage(RUSAGE_CHILDREN, &usage);
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
}

static double measure(const char *program, int calls)
{
	char *argv[] = { (char *)program, "-std=gnu99", "-DHAVE_CONFIG_H", "-I.", "-I../include", "-Wall", "-Wextra", "-MD", "-MP", "-MF",
		".deps/name.Tpo", "-g", "-O2", "-fPIC", "-c", "-o", "name.o", "src/name.c", NULL };
	double before = children_ms();

	for (int i = 0; i < calls; i++) {
		pid_t pid;
		int status;
		if (posix_spawn(&pid, program, NULL, NULL, argv, environ) || waitpid(pid, &status, 0) != pid || status) {
			fprintf(stderr, "calls: error: '%s' failed\n", program);
			exit(3);
		}
	}
	return (children_ms() - before) / calls;
}

static int by_size(const void *one, const void *other)
{
	double a = *(const double *)one, b = *(const double *)other;

	return (a > b) - (a < b);
}

static double median(double *values, int count)
{
	qsort(values, (size_t)count, sizeof *values, by_size);
	return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv)
{
	if (argc != 6 || atoi(argv[1]) < 1 || atoi(argv[2]) < 1) {
		fputs("usage: calls ROUNDS CALLS BARE ONE OTHER\n", stderr);
		return 2;
	}
	int rounds = atoi(argv[1]), calls = atoi(argv[2]);
	double *spent[3], *ratio = calloc((size_t)rounds, sizeof *ratio);
	for (int i = 0; i < 3; i++)
		spent[i] = calloc((size_t)rounds, sizeof **spent);
	for (int round = 0; round < rounds; round++) {
		for (int i = 0; i < 3; i++) {
			int which = (i + round) % 3;
			spent[which][round] = measure(argv[3 + which], calls);
		}
		ratio[round] = (spent[2][round] - spent[0][round]) / (spent[1][round] - spent[0][round]);
	}
	double middle = median(ratio, rounds);
	printf("CPU ms a call: bare %.2f, dash %.2f, wrapper %.2f; added by wrapper/dash: %.2f (rounds %.2f to %.2f; at most 0.65)\n",
		median(spent[0], rounds), median(spent[1], rounds), median(spent[2], rounds), middle, ratio[0], ratio[rounds - 1]);
	return 0;
}
