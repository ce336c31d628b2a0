/* Works for half a second and prints how far it came: no fixed amount of work. */
#include <stdio.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

int main(void)
{
	double end = now() + 0.5;
	unsigned s = 1;
	long n = 0;

	while (now() < end) {
		for (int k = 0; k < 10000; k++)
			s = s * 3 + 1;
		n++;
	}
	printf("%ld blocks (%u)\n", n, s & 1);
	return 0;
}
