/* Counts the lines of standard input, and talks about it on standard error. */
#include <stdio.h>

int main(void)
{
	unsigned long bytes = 0, lines = 0;
	int c;

	while ((c = getchar()) != EOF) {
		bytes++;
		lines += c == '\n';
	}
	fprintf(stderr, "read %lu bytes\n", bytes);
	printf("%lu\n", lines);
	return 0;
}
