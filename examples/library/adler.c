#include "adler.h"

enum { BASE = 65521, LONGEST = 5552 };   /* the most bytes whose sums fit 32 bits without a division */

unsigned long adler(unsigned long sum, const unsigned char *bytes, size_t length)
{
	unsigned a = sum & 0xffff, b = sum >> 16 & 0xffff;

	while (length) {
		size_t part = length < LONGEST ? length : LONGEST;
		for (size_t i = 0; i < part; i++) {
			a += bytes[i];
			b += a;
		}
		a %= BASE;
		b %= BASE;
		bytes += part;
		length -= part;
	}
	return (unsigned long)b << 16 | a;
}
