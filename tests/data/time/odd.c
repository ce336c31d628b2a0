/* A program that misbehaves in the way that its first argument names: what a timer has to survive. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void work(long millions)
{
	unsigned s = 1;

	for (long i = 0; i < millions * 1000000; i++)
		s = s * 1664525u + 1013904223u;
	printf("%u\n", s);
}

/* Leaves a process in a session of its own that holds our stdout and stderr open. */
static void leave_daemon(const char *pid_file)
{
	pid_t pid = fork();

	if (!pid) {
		setsid();
		if (!fork()) {
			FILE *file = fopen(pid_file, "w");
			fprintf(file, "%d\n", (int)getpid());
			fclose(file);
			for (;;)
				pause();
		}
		_exit(0);
	}
	while (access(pid_file, F_OK))
		usleep(1000);
}

static void flood(size_t bytes)
{
	static char block[1 << 16];

	memset(block, 'x', sizeof block);
	for (size_t left = bytes; left;) {
		size_t part = left < sizeof block ? left : sizeof block;
		if (write(1, block, part) != (ssize_t)part)
			exit(9);
		left -= part;
	}
}

static void cached(void)
{
	FILE *file = fopen("p.cache", "r");

	if (file) {
		puts("cached");
		return;
	}
	work(300);
	file = fopen("p.cache", "w");
	fputs("x", file);
	fclose(file);
}

int main(int argc, char **argv)
{
	const char *mode = argv[1], *file = argc > 2 ? argv[2] : NULL;
	cpu_set_t cpus;

	if (!strcmp(mode, "work")) {
		work(file ? atol(file) : 5);
	} else if (!strcmp(mode, "hang")) {
		for (;;)
			pause();
	} else if (!strcmp(mode, "stubborn")) {
		signal(SIGTERM, SIG_IGN);
		for (;;)
			pause();
	} else if (!strcmp(mode, "daemon")) {
		leave_daemon(file);
		puts("done");
	} else if (!strcmp(mode, "group")) {
		if (!fork())
			for (;;)
				pause();
		puts("done");
	} else if (!strcmp(mode, "die")) {
		fputs("about to die\n", stderr);
		raise(SIGSEGV);
	} else if (!strcmp(mode, "exit")) {
		return atoi(file);
	} else if (!strcmp(mode, "flood")) {
		flood(strtoul(file, NULL, 10));
	} else if (!strcmp(mode, "change")) {
		FILE *input = fopen(file, "a");
		fputs("x", input);
		fclose(input);
	} else if (!strcmp(mode, "silent")) {
	} else if (!strcmp(mode, "cache")) {
		cached();
	} else if (!strcmp(mode, "sleep")) {
		usleep(50000);
		puts("slept");
	} else if (!strcmp(mode, "clock")) {
		struct timespec now;
		clock_gettime(CLOCK_REALTIME, &now);
		printf("%lld%09ld\n", (long long)now.tv_sec, now.tv_nsec);
	} else if (!strcmp(mode, "timed")) {
		struct timespec start, now;
		unsigned long blocks = 0;
		clock_gettime(CLOCK_MONOTONIC, &start);
		do {
			for (volatile int i = 0; i < 100; i++)
				;
			blocks++;
			clock_gettime(CLOCK_MONOTONIC, &now);
		} while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < atol(file));
		printf("%lu blocks\n", blocks);
	} else if (!strcmp(mode, "chatter")) {
		fputs("reading\n", stderr);
		puts("1");
	} else if (!strcmp(mode, "cpus")) {
		sched_getaffinity(0, sizeof cpus, &cpus);
		printf("%d\n", CPU_COUNT(&cpus));
	} else if (!strcmp(mode, "policy")) {
		printf("%d\n", sched_getscheduler(0));
	} else if (!strcmp(mode, "environment")) {
		extern char **environ;
		for (char **word = environ; *word; word++)
			if (strncmp(*word, "ATESOR_PAD=", 11))
				puts(*word);
	} else if (!strcmp(mode, "name")) {
		puts(argv[0]);
	} else if (!strcmp(mode, "count")) {
		long bytes = 0;
		while (getchar() != EOF)
			bytes++;
		printf("%ld\n", bytes);
	} else if (!strcmp(mode, "write")) {
		FILE *output = fopen(file, "w");
		fputs("result\n", output);
		fclose(output);
	} else {
		return 99;
	}
	return 0;
}
