/* Its tests build it again, otherwise, over the program. */
#include <stdio.h>

int main(void)
{
#ifdef TESTING
	puts("testing build");
#else
	puts("release build");
#endif
	return 0;
}
