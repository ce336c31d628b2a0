/* Inlining in C, several levels deep, the same line called from several places; a forked child does part of the work. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static inline unsigned step(unsigned x) { return x & 1 ? 3 * x + 1 : x / 2; }

static inline unsigned length(unsigned x)
{
	unsigned n = 0;

	while (x != 1 && n < 500) { x = step(x); n++; }
	return n;
}

static inline unsigned both(unsigned a, unsigned b) { return length(a) + length(b); }

static unsigned table[256];

__attribute__((noinline)) static unsigned mix(const unsigned char *bytes, unsigned count)
{
	unsigned h = 0;

	for (unsigned i = 0; i < count; i++) {
		h = table[(h ^ bytes[i]) & 255] ^ h >> 8;
		if (h % 7 == 0)
			h += i;
		else if (h % 5 == 0) { h ^= i; h *= 3; }
	}
	return h;
}

__attribute__((noinline)) static unsigned work(unsigned rounds)
{
	unsigned char bytes[4096];
	unsigned sum = 0;

	for (unsigned i = 0; i < sizeof bytes; i++)
		bytes[i] = (unsigned char)(i * 31);
	for (unsigned r = 1; r <= rounds; r++) {
		sum += both(r, r + 1);
		bytes[r % sizeof bytes] ^= (unsigned char)sum;
		sum ^= r % 8 ? 0 : mix(bytes, sizeof bytes);
		switch (sum & 3) { case 0: sum += 7; break; case 1: sum ^= length(r); break; default: sum--; }
	}
	return sum;
}

int main(int argc, char **argv)
{
	unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 20000;

	for (unsigned i = 0; i < 256; i++)
		table[i] = i * 2654435761u;
	pid_t child = fork();
	unsigned sum = work(child ? rounds : rounds / 2);
	if (!child)
		_exit(0);
	waitpid(child, NULL, 0);
	printf("%u\n", sum);
	return 0;
}
