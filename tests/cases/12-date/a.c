/* Prints when it was built. */
#include <stdio.h>

int main(void)
{
	puts("tool 1.0 (" __DATE__ " " __TIME__ ")");
	return 0;
}
