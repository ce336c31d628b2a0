/* The four loops of the STREAM benchmark (McCalpin), in our own words: as plain C as a compiler finds them in a program. */
#ifndef ROOFLINE_STREAM_H
#define ROOFLINE_STREAM_H

#include <stddef.h>

struct stream_loop {
	const char *name;
	unsigned streams;              /* arrays that are touched: those are counted, each once */
	void (*run)(double *to, const double *from, const double *other, size_t count);
};

const struct stream_loop *stream_find(const char *name);        /* NULL: no such loop */

#endif
