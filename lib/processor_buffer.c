#include "processor_buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_PAGE = PROCESSOR_HUGE_PAGE };

int processor_buffer_open(struct processor_buffer *buffer, size_t bytes, bool huge)
{
	*buffer = (struct processor_buffer){ .bytes = huge ? (bytes + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE : bytes };
	buffer->mapped = buffer->bytes + HUGE_PAGE;
	buffer->map = mmap(NULL, buffer->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (buffer->map == MAP_FAILED) {
		buffer->map = NULL;
		return -1;
	}
	uintptr_t place = ((uintptr_t)buffer->map + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	buffer->start = (unsigned char *)buffer->map + (place - (uintptr_t)buffer->map);
	buffer->huge_asked = huge && !madvise(buffer->start, buffer->bytes, MADV_HUGEPAGE);
	if (!huge)
		madvise(buffer->map, buffer->mapped, MADV_NOHUGEPAGE);
	return 0;
}

void processor_buffer_touch(const struct processor_buffer *buffer)
{
	uint64_t *word = (uint64_t *)(void *)buffer->start;

	for (size_t i = 0; i < buffer->bytes / sizeof *word; i++)
		word[i] = UINT64_C(0x0123456789abcdef) + i;
}

bool processor_buffer_huge(const struct processor_buffer *buffer, uint64_t *bytes)
{
	uintptr_t from = (uintptr_t)buffer->start, to = from + buffer->bytes;
	FILE *stream = fopen("/proc/self/smaps", "re");
	bool inside = false, known = false;
	char line[512];

	*bytes = 0;
	while (stream && fgets(line, sizeof line, stream)) {
		unsigned long low, high, kib;
		char dash;
		if (sscanf(line, "%lx%c%lx ", &low, &dash, &high) == 3 && dash == '-')
			inside = low < to && high > from;
		else if (inside && sscanf(line, "AnonHugePages: %lu kB", &kib) == 1) {
			*bytes += (uint64_t)kib * 1024;
			known = true;
		}
	}
	if (stream)
		fclose(stream);
	return known;
}

void processor_buffer_close(struct processor_buffer *buffer)
{
	if (buffer->map)
		munmap(buffer->map, buffer->mapped);
	*buffer = (struct processor_buffer){ 0 };
}
