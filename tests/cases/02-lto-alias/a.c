/* One object is an int here and a float in b.c: undefined, and seen only by a compiler that sees both files. */
#include <stdio.h>
#include <stdlib.h>

int *as_int;
float *as_float;
void put(float value);

__attribute__((noinline)) static void set_up(void)
{
	void *volatile memory = malloc(16);

	as_int = memory;
	as_float = memory;
}

int main(void)
{
	set_up();
	*as_int = 1;
	put(2.0f);
	printf("%d\n", *as_int);
	return 0;
}
