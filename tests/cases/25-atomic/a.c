/* Four threads go through the same code: plain profile counters lose counts. */
#include <pthread.h>
#include <stdio.h>

__attribute__((noinline)) int hit(int x)
{
	return x + 1;
}

static void *go(void *p)
{
	int sum = 0;

	for (int i = 0; i < 30000000; i++)
		sum = hit(sum);
	return (char *)p + (sum < 0);
}

int main(void)
{
	pthread_t thread[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], 0, go, 0);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], 0);
	puts("done");
	return 0;
}
