/* libdeflate as an engine. */
#include <libdeflate.h>
#include <stdlib.h>

#include "flate.h"

struct codecs {
	struct libdeflate_decompressor *in;
	struct libdeflate_compressor *out;
};

static void *open_codecs(int level)
{
	struct codecs *codecs = calloc(1, sizeof *codecs);

	codecs->in = libdeflate_alloc_decompressor();
	codecs->out = libdeflate_alloc_compressor(level);
	if (!codecs->in || !codecs->out)
		abort();
	return codecs;
}

static int inflate_all(void *state, const void *from, size_t count, void *to, size_t room, size_t *used)
{
	struct codecs *codecs = state;

	return libdeflate_zlib_decompress(codecs->in, from, count, to, room, used) == LIBDEFLATE_SUCCESS ? 0 : -1;
}

static int deflate_all(void *state, const void *from, size_t count, void *to, size_t room, size_t *used)
{
	struct codecs *codecs = state;

	*used = libdeflate_zlib_compress(codecs->out, from, count, to, room);
	return *used ? 0 : -1;
}

static void close_codecs(void *state)
{
	struct codecs *codecs = state;

	libdeflate_free_decompressor(codecs->in);
	libdeflate_free_compressor(codecs->out);
	free(codecs);
}

const struct flate_codec flate_codec = { "libdeflate " LIBDEFLATE_VERSION_STRING, open_codecs, inflate_all, deflate_all, close_codecs };
