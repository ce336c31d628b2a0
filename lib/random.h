/* A deterministic generator: xoshiro256** (Blackman and Vigna, 2018), seeded by a name through FNV-1a and splitmix64.
 * The same name gives the same numbers on every machine and in every version: generated inputs depend on it. */
#ifndef ATESOR_RANDOM_H
#define ATESOR_RANDOM_H

#include <stdint.h>

struct at_random {
	uint64_t state[4];
};

void at_random_seed(struct at_random *random, const char *name);

static inline uint64_t at_random_rotate(uint64_t x, int by)
{
	return x << by | x >> (64 - by);
}

/* 64 uniform bits. Inline: a bootstrap asks for a hundred thousand. */
static inline uint64_t at_random_next(struct at_random *random)
{
	uint64_t *s = random->state;
	uint64_t result = at_random_rotate(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = at_random_rotate(s[3], 45);
	return result;
}

uint64_t at_random_below(struct at_random *random, uint64_t bound);      /* uniform in 0 … bound − 1, unbiased; bound > 0 */
double at_random_unit(struct at_random *random);                         /* uniform in [0, 1), 53 bits */

#endif
