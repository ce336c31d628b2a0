/* The first run in a directory does the work and leaves a file; later runs read it. */
#include <stdio.h>

int main(void)
{
	unsigned s = 1;
	FILE *file = fopen("p.cache", "r");

	if (file && fscanf(file, "%u", &s) == 1) {
		printf("%u\n", s);
		return 0;
	}
	for (long i = 0; i < 300000000; i++)
		s = s * 1664525u + 1013904223u;
	file = fopen("p.cache", "w");
	if (file) {
		fprintf(file, "%u", s);
		fclose(file);
	}
	printf("%u\n", s);
	return 0;
}
