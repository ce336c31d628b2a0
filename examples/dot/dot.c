/* The positive control: a dot product of bytes. gcc leaves the loop scalar at -O2, because its trip count is not known, and makes
 * vector code of it at -O3. dot LENGTH REPEATS prints one checksum. */
#include <stdio.h>
#include <stdlib.h>

static unsigned dot(const unsigned char *a, const unsigned char *b, size_t length)
{
	unsigned sum = 0;

	for (size_t i = 0; i < length; i++)
		sum += (unsigned)a[i] * b[i];
	return sum;
}

int main(int argc, char **argv)
{
	size_t length = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
	unsigned long repeats = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
	unsigned char *a = malloc(length), *b = malloc(length);
	unsigned sum = 0;

	if (!length || !a || !b)
		return 1;
	for (size_t i = 0; i < length; i++) {
		a[i] = (unsigned char)(i * 7);
		b[i] = (unsigned char)(i * 13);
	}
	for (unsigned long r = 0; r < repeats; r++) {
		sum += dot(a, b, length);
		a[r % length]++;
	}
	printf("%u\n", sum);
	free(a);
	free(b);
	return 0;
}
