#include "random.h"

void at_random_seed(struct at_random *random, const char *name)
{
	uint64_t mix = UINT64_C(0xcbf29ce484222325);

	for (; *name; name++)
		mix = (mix ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	for (int i = 0; i < 4; i++) {
		uint64_t z = mix += UINT64_C(0x9e3779b97f4a7c15);
		z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
		random->state[i] = z ^ z >> 31;
	}
}

uint64_t at_random_below(struct at_random *random, uint64_t bound)
{
	uint64_t unfair = -bound % bound;    /* 2^64 mod bound: that many low values are refused */
	uint64_t x;

	do
		x = at_random_next(random);
	while (x < unfair);
	return x % bound;
}

double at_random_unit(struct at_random *random)
{
	return (double)(at_random_next(random) >> 11) * 0x1p-53;
}
