/* zlib as an engine. Its streams are set up once and reset before each use, as a program does that cares for time. */
#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>

#include "flate.h"

struct streams {
	z_stream in, out;
};

static void *open_streams(int level)
{
	struct streams *streams = calloc(1, sizeof *streams);

	if (inflateInit(&streams->in) != Z_OK || deflateInit(&streams->out, level) != Z_OK)
		abort();
	return streams;
}

/* One call of `step` with all of the data must reach the end of the stream. */
static int whole(z_stream *stream, int (*step)(z_stream *, int), const void *from, size_t count, void *to, size_t room, size_t *used)
{
	stream->next_in = from;
	stream->avail_in = (uInt)count;
	stream->next_out = to;
	stream->avail_out = (uInt)room;
	int got = step(stream, Z_FINISH);
	*used = room - stream->avail_out;
	return got == Z_STREAM_END ? 0 : -1;
}

static int inflate_all(void *state, const void *from, size_t count, void *to, size_t room, size_t *used)
{
	struct streams *streams = state;

	inflateReset(&streams->in);
	return whole(&streams->in, inflate, from, count, to, room, used);
}

static int deflate_all(void *state, const void *from, size_t count, void *to, size_t room, size_t *used)
{
	struct streams *streams = state;

	deflateReset(&streams->out);
	return whole(&streams->out, deflate, from, count, to, room, used);
}

static void close_streams(void *state)
{
	struct streams *streams = state;

	inflateEnd(&streams->in);
	deflateEnd(&streams->out);
	free(streams);
}

const struct flate_codec flate_codec = { "zlib " ZLIB_VERSION, open_streams, inflate_all, deflate_all, close_streams };
