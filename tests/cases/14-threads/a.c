/* A sum in as many parts as there are CPUs: the number of CPUs is in its last bits. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#define N 100000
static double value[N], part[64];
static int threads;

static void *add(void *number)
{
	long k = (long)number;
	double sum = 0;

	for (long i = k * N / threads; i < (k + 1) * N / threads; i++)
		sum += value[i];
	part[k] = sum;
	return 0;
}

int main(void)
{
	cpu_set_t cpus;
	pthread_t thread[64];
	double sum = 0;
	unsigned long long bits;

	sched_getaffinity(0, sizeof cpus, &cpus);
	threads = CPU_COUNT(&cpus);
	for (int i = 0; i < N; i++)
		value[i] = 1.0 / (i + 1);
	for (long k = 0; k < threads; k++)
		pthread_create(&thread[k], 0, add, (void *)k);
	for (int k = 0; k < threads; k++) {
		pthread_join(thread[k], 0);
		sum += part[k];
	}
	memcpy(&bits, &sum, sizeof bits);
	printf("%016llx\n", bits);
	return 0;
}
