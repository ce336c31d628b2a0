#include "perf_zstd.h"

#include "alloc.h"

#ifdef ATESOR_ZSTD

#include <zstd.h>

char *at_perf_zstd(void **state, const void *bytes, size_t count, struct at_perf_source *out)
{
	/* A record is at most 64 KiB; what perf puts into one unpacks to far less than this. */
	enum { LIMIT = 64 << 20 };
	ZSTD_inBuffer in = { bytes, count, 0 };
	unsigned char block[1 << 16];
	size_t total = 0;

	if (!*state && !(*state = ZSTD_createDStream()))
		return at_strdup("out of memory for zstd");
	for (bool full = true; full || in.pos < in.size;) {
		ZSTD_outBuffer unpacked = { block, sizeof block, 0 };
		size_t before = in.pos, result = ZSTD_decompressStream(*state, &unpacked, &in);
		if (ZSTD_isError(result))
			return at_format("a compressed record cannot be unpacked: %s", ZSTD_getErrorName(result));
		at_perf_source_feed(out, block, unpacked.pos);
		if ((total += unpacked.pos) > LIMIT)
			return at_strdup("a compressed record unpacks to more than 64 MiB");
		full = unpacked.pos == sizeof block;
		if (!full && in.pos == before && !unpacked.pos && in.pos < in.size)
			return at_strdup("a compressed record cannot be unpacked");
	}
	return NULL;
}

void at_perf_zstd_free(void *state)
{
	ZSTD_freeDStream(state);
}

#else

char *at_perf_zstd(void **state, const void *bytes, size_t count, struct at_perf_source *out)
{
	(void)state, (void)bytes, (void)count, (void)out;
	return at_strdup("it is compressed, and this program was built without zstd: install libzstd-dev and build again, or record "
			"without -z");
}

void at_perf_zstd_free(void *state)
{
	(void)state;
}

#endif
