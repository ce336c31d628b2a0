/* Prints where it was built and how it was called. */
#include <stdio.h>

int main(int argc, char **argv)
{
	(void)argc;
	printf("%s: built from %s\n", argv[0], __FILE__);
	return 0;
}
