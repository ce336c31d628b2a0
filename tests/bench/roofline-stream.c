#include "roofline-stream.h"

#include <string.h>

/* Nothing may be known about the memory after a loop. */
#define SEEN(pointer) __asm__ volatile("" : : "r"(pointer) : "memory")

static void copy(double *restrict to, const double *restrict from, const double *other, size_t count)
{
	(void)other;
	for (size_t i = 0; i < count; i++)
		to[i] = from[i];
	SEEN(to);
}

static void scale(double *restrict to, const double *restrict from, const double *other, size_t count)
{
	(void)other;
	for (size_t i = 0; i < count; i++)
		to[i] = 3 * from[i];
	SEEN(to);
}

static void add(double *restrict to, const double *restrict from, const double *restrict other, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = from[i] + other[i];
	SEEN(to);
}

static void triad(double *restrict to, const double *restrict from, const double *restrict other, size_t count)
{
	for (size_t i = 0; i < count; i++)
		to[i] = from[i] + 3 * other[i];
	SEEN(to);
}

static const struct stream_loop loops[] = {
	{ "stream_copy", 2, copy }, { "stream_scale", 2, scale }, { "stream_add", 3, add }, { "stream_triad", 3, triad },
};

const struct stream_loop *stream_find(const char *name)
{
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
		if (!strcmp(loops[i].name, name))
			return &loops[i];
	return NULL;
}
