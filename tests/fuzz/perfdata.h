/* For the fuzz targets of atesor-profgen: a file of the bytes, and a binary that only has the places where its code is. */
#ifndef ATESOR_FUZZ_PERFDATA_H
#define ATESOR_FUZZ_PERFDATA_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "profgen_collect.h"

static struct at_binary_part fuzz_code[2] = { { 0x1000, 0x2000, 0x1000, false }, { 0x5000, 0x6000, 0x3000, false } };
static struct at_binary fuzz_binary = { .path = "w", .name = (char *)"w", .descriptor = -1, .segment = fuzz_code,
	.section = fuzz_code, .segments = 2, .sections = 2, .kernel = true, .kernel_start = 0x5000 };

static inline int fuzz_file(const unsigned char *data, size_t size, char path[64])
{
	int descriptor = memfd_create("fuzz", MFD_CLOEXEC);

	if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
		abort();
	snprintf(path, 64, "/proc/self/fd/%d", descriptor);
	return descriptor;
}

/* The account must add up, whatever the bytes are. */
static inline void fuzz_check(const struct at_collect *collect)
{
	const struct at_where *w = &collect->where;

	if (w->samples != w->other_process + w->kernel + w->guest + w->no_maps + w->no_map + w->other_object + w->other_build +
			w->not_code + w->hits)
		abort();
}

static inline int fuzz_recording(const unsigned char *data, size_t size, enum at_collect_kind kind)
{
	struct at_collect collect = { .binary = &fuzz_binary };
	struct at_perf_info info = { 0 };
	char path[64];
	int descriptor = fuzz_file(data, size, path);
	char *problem = at_collect_read(&collect, kind, path, &info);

	fuzz_check(&collect);
	if (!problem) {
		char *text = at_where_text(&collect.where, &fuzz_binary), *next = at_where_next_step(&collect.where, &fuzz_binary, true);
		free(text);
		free(next);
		free(at_counts_sorted(&collect.counts));
	}
	free(problem);
	at_perf_info_free(&info);
	at_collect_free(&collect);
	close(descriptor);
	return 0;
}

#endif
