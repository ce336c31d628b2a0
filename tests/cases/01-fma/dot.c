/* Prints the bits of a sum. All of it is defined; only a*b+c in one step (FMA) gives other last bits. */
#include <stdio.h>
#include <string.h>

int main(void)
{
	double sum = 0, x = 0.1;
	unsigned long long bits;

	for (int i = 0; i < 1000; i++) {
		sum = sum * 0.999 + x * 1.37;
		x = x * 1.0009 + 0.0003;
	}
	memcpy(&bits, &sum, sizeof bits);
	printf("%016llx\n", bits);
	return 0;
}
