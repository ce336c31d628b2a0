/* The negative control: the time is spent in the C library's memcpy, which no compiler flag of this program reaches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 1 << 20, REPEATS = 24000 };

int main(void)
{
	char *from = calloc(1, BYTES), *to = calloc(1, BYTES);
	unsigned sum = 0;

	if (!from || !to)
		return 1;
	for (int i = 0; i < REPEATS; i++) {
		memcpy(to, from, BYTES);
		from[i]++;
		sum += (unsigned char)to[i];
	}
	printf("%u\n", sum);
	free(from);
	free(to);
	return 0;
}
