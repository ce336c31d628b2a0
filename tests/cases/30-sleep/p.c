/* Mostly waits. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	unsigned sum = 1;

	for (int i = 0; i < 10; i++) {
		usleep(60000);
		for (int k = 0; k < 200000; k++)
			sum = sum * 3 + 1;
	}
	printf("%u\n", sum);
	return 0;
}
