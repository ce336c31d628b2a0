/* The harness: compresses its input at level 6 and decompresses it again, as often as it is told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MOST = 64 << 20 };

int main(int argc, char **argv)
{
	unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, sum = 1;
	FILE *file = argc > 2 ? fopen(argv[2], "rb") : NULL;
	Bytef *bytes = malloc(MOST), *back = malloc(MOST);
	uLong length = file && bytes ? fread(bytes, 1, MOST, file) : 0;
	uLong room = compressBound(length);
	Bytef *packed = malloc(room);

	if (!length || !back || !packed)
		return 1;
	for (unsigned long i = 0; i < count; i++) {
		uLongf size = room, again = MOST;
		if (compress2(packed, &size, bytes, length, 6) || uncompress(back, &again, packed, size) || again != length || memcmp(bytes, back, length))
			return 2;
		sum = crc32(sum, packed, (uInt)size);
	}
	printf("ATESOR-CHECK %08lx\n", sum);
	return 0;
}
