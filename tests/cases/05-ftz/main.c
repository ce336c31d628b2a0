/* The program has no -ffast-math; a library that has it makes the whole process flush small numbers to zero when it is loaded. */
#include <stdio.h>

double scale(double);

int main(void)
{
	volatile double tiny = 4.9406564584124654e-324, two = 2;

	printf("%a %a\n", scale(8), tiny * two);
	return 0;
}
