/* The harness: reads its input once, does the work as often as it is told, prints one line that every build must agree on. */
#include <stdio.h>
#include <stdlib.h>

#include "adler.h"

enum { MOST = 64 << 20 };

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, sum = 1;
	FILE *file = argc > 2 ? fopen(argv[2], "rb") : NULL;
	unsigned char *bytes = malloc(MOST);
	size_t length = file && bytes ? fread(bytes, 1, MOST, file) : 0;

	if (!length)
		return 1;
	for (unsigned long i = 0; i < count; i++)
		sum = adler(sum, bytes, length);
	printf("ATESOR-CHECK %08lx\n", sum);
	return 0;
}
