/* Prints in the order of addresses, which is another one in each run, whatever compiled it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char *table[64] = { 0 };

	for (int i = 0; i < 20; i++) {
		char *name = malloc(24);
		sprintf(name, "k%d", i);
		size_t at = ((uintptr_t)name >> 4) * 2654435761u >> 17 & 63;
		while (table[at])
			at = (at + 1) % 64;
		table[at] = name;
	}
	for (int i = 0; i < 64; i++)
		if (table[i])
			printf("%s ", table[i]);
	puts("");
	return 0;
}
