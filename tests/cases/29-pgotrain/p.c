/* The first argument says which path is hot: a, the fast one; b, the slow one. */
#include <stdio.h>
#include <stdlib.h>

static unsigned slow(unsigned x)
{
	for (int i = 0; i < 6; i++)
		x = (x >> 3) ^ (x * 2246822519u) ^ (x << 7);
	return x;
}

static unsigned fast(unsigned x)
{
	return x * 2654435761u + 1;
}

int main(int argc, char **argv)
{
	unsigned x = 1, mask = argc > 1 && argv[1][0] == 'b' ? 0 : 1023;
	long n = argc > 2 ? atol(argv[2]) : 60000000;

	for (long i = 0; i < n; i++)
		x = ((unsigned)i & mask) == 0 ? slow(x) : fast(x);
	printf("%u\n", x);
	return 0;
}
