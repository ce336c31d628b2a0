/* A product of bytes, with a length that is known at run time only: gcc 12 vectorizes it with -O3, not with -O2. */
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 65536, repeat = argc > 2 ? atoi(argv[2]) : 6000;
	unsigned char *a = malloc((size_t)n), *b = malloc((size_t)n);
	unsigned s = 0;

	for (int i = 0; i < n; i++) {
		a[i] = (unsigned char)(i * 7);
		b[i] = (unsigned char)(i * 13);
	}
	for (int r = 0; r < repeat; r++) {
		for (int i = 0; i < n; i++)
			s += (unsigned)a[i] * b[i];
		a[r % n]++;
	}
	printf("%u\n", s);
	return 0;
}
