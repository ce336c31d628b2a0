/* The half that the zlib and the libdeflate engine have in common: tasks "inflate" (a zlib stream to its content) and "deflate LEVEL"
 * (content to a zlib stream). The outputs of deflate are what zlib makes of the stream again, so that both are held against the
 * content, and the stream's size. */
#ifndef FLATE_H
#define FLATE_H

#include <stddef.h>

#include "atesor_engine.h"

/* Each library's own; 0, or −1. `used` is what came out, at most `room`. */
struct flate_codec {
	const char *version;
	void *(*open)(int level);
	int (*inflate)(void *state, const void *from, size_t count, void *to, size_t room, size_t *used);
	int (*deflate)(void *state, const void *from, size_t count, void *to, size_t room, size_t *used);
	void (*close)(void *state);
};

extern const struct flate_codec flate_codec;

#endif
