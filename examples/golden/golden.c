/* Four outputs for atesor-hash: two that agree on every machine and under every setting, and two that do not, on purpose.
 *
 *   dot4         a dot product in four lanes, no fused multiply-add: the order of additions and the roundings are fixed
 *   sum-fixed    a sum by threads, in chunks of fixed size, whose parts are added in the order of the chunks
 *   dot-fma      a dot product that uses fused multiply-add where the machine has it: one rounding less there
 *   sum-threads  a sum by threads, a chunk a thread: how many threads there are decides where it rounds
 *
 * Each output is made of four doubles, whose bits are the 64 hex digits that are compared.
 *
 * The path of dot-fma is chosen as the C library chooses its own: by the features that sys/platform/x86.h calls active, which
 * GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA takes away. Compile with -ffp-contract=off, or the compiler may fuse by itself. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined __x86_64__ && defined __GLIBC__
#include <sys/platform/x86.h>
#endif

enum { N = 100003, CHUNK = 4096, MOST_THREADS = 64 };

static double a[N], b[N], part[N];

struct job {
	pthread_t thread;
	size_t chunk, first, step;      /* sums the chunks first, first + step … */
};

static double dot4(size_t n)
{
	double lane[4] = { 0 }, sum;
	size_t i;

	for (i = 0; i + 4 <= n; i += 4)
		for (size_t k = 0; k < 4; k++)
			lane[k] += a[i + k] * b[i + k];
	sum = (lane[0] + lane[1]) + (lane[2] + lane[3]);
	for (; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static int has_fma(void)
{
#if defined __x86_64__ && defined __GLIBC__
	return CPU_FEATURE_ACTIVE(AVX2) && CPU_FEATURE_ACTIVE(FMA);
#elif defined __x86_64__
	return 0;
#else
	return 1;      /* aarch64 and riscv64 with F have it always */
#endif
}

#ifdef __x86_64__
__attribute__((target("avx2,fma")))
#endif
static double dot_fused(size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum = __builtin_fma(a[i], b[i], sum);
	return sum;
}

static double dot_plain(size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += a[i] * b[i];
	return sum;
}

static void *sum_chunks(void *given)
{
	const struct job *job = given;

	for (size_t c = job->first; c * job->chunk < N; c += job->step) {
		double sum = 0;
		for (size_t i = c * job->chunk; i < N && i < (c + 1) * job->chunk; i++)
			sum += a[i];
		part[c] = sum;
	}
	return NULL;
}

/* By `threads` threads in chunks of `chunk` numbers, the parts added in the order of the chunks. */
static double sum(size_t threads, size_t chunk)
{
	struct job job[MOST_THREADS];
	double all = 0;

	for (size_t t = 0; t < threads; t++) {
		job[t] = (struct job){ .chunk = chunk, .first = t, .step = threads };
		if (pthread_create(&job[t].thread, NULL, sum_chunks, &job[t]))
			exit(3);
	}
	for (size_t t = 0; t < threads; t++)
		pthread_join(job[t].thread, NULL);
	for (size_t c = 0; c * chunk < N; c++)
		all += part[c];
	return all;
}

/* ATESOR_THREADS, or as many as there are CPUs for us. */
static size_t thread_count(void)
{
	const char *given = getenv("ATESOR_THREADS");
	size_t count = given ? strtoul(given, NULL, 10) : 0;
	cpu_set_t cpus;

	if (!count && !sched_getaffinity(0, sizeof cpus, &cpus))
		count = (size_t)CPU_COUNT(&cpus);
	return count < 1 ? 1 : count > MOST_THREADS ? MOST_THREADS : count;
}

/* From -1 to 1, always the same ones (a linear congruential generator, the constants of Knuth's MMIX). */
static double number(void)
{
	static uint64_t state = 1;

	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (double)(state >> 11) / 4503599627370496.0 - 1;
}

static void print(const char *name, const double result[4])
{
	printf("%s ", name);
	for (int i = 0; i < 4; i++) {
		uint64_t bits;
		memcpy(&bits, &result[i], sizeof bits);
		printf("%016" PRIx64, bits);
	}
	putchar('\n');
}

int main(void)
{
	size_t threads = thread_count();
	double result[4][4];

	for (size_t i = 0; i < N; i++) {
		a[i] = number();
		b[i] = number();
	}
	for (size_t i = 0; i < 4; i++) {
		size_t n = N - 1000 * i;
		result[0][i] = dot4(n);
		result[1][i] = sum(threads, CHUNK + i);
		result[2][i] = has_fma() ? dot_fused(n) : dot_plain(n);
		result[3][i] = sum(threads, N / threads + 1 + i);
	}
	print("dot4", result[0]);
	print("sum-fixed", result[1]);
	print("dot-fma", result[2]);
	print("sum-threads", result[3]);
	return 0;
}
