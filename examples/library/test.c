#include <stdio.h>

#include "adler.h"

int main(void)
{
	unsigned long sum = adler(1, (const unsigned char *)"Wikipedia", 9);   /* the value in every description of Adler-32 */

	printf("%08lx\n", sum);
	return sum != 0x11e60398;
}
