/* An engine that behaves as its model file says, in one word: "good", "crash", … It doubles a vector of f32. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "atesor_engine.h"

struct odd {
	char mode[32];
	unsigned threads, runs;
	const struct at_engine_tensor *input;
	struct at_engine_tensor output;
};

static int is(const struct odd *odd, const char *mode)
{
	return !strcmp(odd->mode, mode);
}

/* What is written in which order: ODD_LOG names the file. */
static void note(const char *text)
{
	const char *path = getenv("ODD_LOG");
	FILE *stream = path ? fopen(path, "a") : NULL;

	if (stream) {
		fprintf(stream, "%s\n", text);
		fclose(stream);
	}
}

/* A thread that always works, as some libraries' do: the longest time that it did not get on is how long it was held. */
static volatile double longest_gap_ms;

static void *tick(void *nothing)
{
	struct timespec then, now;

	clock_gettime(CLOCK_MONOTONIC, &then);
	for (;; then = now) {
		usleep(1000);
		clock_gettime(CLOCK_MONOTONIC, &now);
		double gap = (double)(now.tv_sec - then.tv_sec) * 1e3 + (double)(now.tv_nsec - then.tv_nsec) / 1e6;
		if (gap > longest_gap_ms)
			longest_gap_ms = gap;
	}
	return nothing;
}

static int create(const char *model, unsigned threads, void **engine, char *error)
{
	struct odd *odd = calloc(1, sizeof *odd);
	FILE *stream = fopen(model, "r");

	if (!odd || !stream || fscanf(stream, "%31s", odd->mode) != 1) {
		snprintf(error, AT_ENGINE_ERROR, "no mode in '%s'", model);
		return -1;
	}
	fclose(stream);
	odd->threads = threads;
	if (is(odd, "no-create")) {
		snprintf(error, AT_ENGINE_ERROR, "this model is from another planet");
		return -1;
	}
	if (is(odd, "loud"))
		printf("ok 1\nthis is not an answer\n"), fflush(stdout);
	pthread_t thread;
	if (is(odd, "ticker"))
		pthread_create(&thread, NULL, tick, NULL);
	note("create");
	*engine = odd;
	return 0;
}

static int bind(void *engine, const struct at_engine_tensor *inputs, size_t count, char *error)
{
	struct odd *odd = engine;

	if (count != 1 || inputs->type != AT_ENGINE_F32) {
		snprintf(error, AT_ENGINE_ERROR, "one input of f32, please");
		return -1;
	}
	odd->input = inputs;
	odd->output = *inputs;
	odd->output.name = is(odd, "other-name") ? "z" : "y";
	odd->output.data = malloc(inputs->bytes);
	return 0;
}

static void leak(size_t bytes)
{
	volatile char *lost = malloc(bytes);      /* volatile: what nobody reads would not be written */

	if (!lost)
		abort();
	for (size_t i = 0; i < bytes; i += 4096)
		lost[i] = 1;
}

static int run(void *engine, char *error)
{
	struct odd *odd = engine;
	const float *x = odd->input->data;
	float *y = odd->output.data;
	size_t count = odd->input->bytes / sizeof *x;

	odd->runs++;
	if (is(odd, "crash") && odd->runs > 5) {
		signal(SIGSEGV, SIG_DFL);      /* sanitizers have a handler */
		raise(SIGSEGV);
	}
	if (is(odd, "exit"))
		exit(7);
	if (is(odd, "hang") && odd->runs > 2)
		for (;;)
			pause();
	if (is(odd, "leak"))
		leak(100u << 20);
	if (is(odd, "fail") && odd->runs > 2) {
		snprintf(error, AT_ENGINE_ERROR, "no more today");
		return -1;
	}
	if (is(odd, "alloc"))
	{
		void *volatile made = malloc(1000);      /* volatile: else a compiler leaves both calls out */
		free(made);
	}
	if (is(odd, "daemon") && odd->runs == 1 && !fork()) {
		setpgid(0, 0);
		sleep(1000);
		_exit(0);
	}
	if (is(odd, "slow"))
		usleep(20000);
	if (is(odd, "big") && odd->runs == 1)
		leak(64u << 20);
	for (size_t i = 0; i < count; i++)
		y[i] = 2 * x[i];
	if (is(odd, "wrong"))
		y[1] += 1;
	if (is(odd, "near"))
		y[1] *= 1.0001f;
	if (is(odd, "nan"))
		y[0] = __builtin_nanf("");
	return 0;
}

static int outputs(void *engine, const struct at_engine_tensor **list, size_t *count, char *error)
{
	struct odd *odd = engine;

	(void)error;
	if (is(odd, "short")) {
		odd->output.shape[0]--;
		odd->output.bytes -= sizeof(float);
	}
	*list = &odd->output;
	*count = 1;
	return 0;
}

static void describe(void *engine, at_engine_fact *fact, void *context)
{
	struct odd *odd = engine;
	char text[32];

	fact(context, "version", "odd 1.0");
	snprintf(text, sizeof text, "%u", odd->threads);
	fact(context, "threads", text);
	snprintf(text, sizeof text, "%u", odd->runs);
	fact(context, "runs", text);
	cpu_set_t cpus;
	sched_getaffinity(0, sizeof cpus, &cpus);
	snprintf(text, sizeof text, "%d", CPU_COUNT(&cpus));
	fact(context, "cpus", text);
	snprintf(text, sizeof text, "%.0f", longest_gap_ms);
	fact(context, "longest_gap_ms", text);
}

static void destroy(void *engine)
{
	struct odd *odd = engine;

	note("destroy");
	free(odd->output.data);
	free(odd);
}

const struct at_engine atesor_engine = { ATESOR_ENGINE_VERSION, create, bind, run, outputs, describe, destroy };
