/* What is timed: a kernel on a participant's memory, in portions of any size. Small working sets are passed over several times a
 * portion; large ones are walked window by window, so that a portion stays short and the whole is used again only after all of
 * it. */
#ifndef PROCESSOR_WORK_H
#define PROCESSOR_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "processor_buffer.h"
#include "processor_kernels.h"

/* One participant's place. Its own cache lines: participants write there while others are timed. */
struct processor_seat {
	_Alignas(128) unsigned char *first, *second;   /* streams */
	size_t at;                        /* where the next window begins */
	void *cursor;                     /* of the chase */
	uint64_t checksum;                /* of all that was run: read after the timing */
};

struct processor_work {
	const char *implementation;       /* as reports name it */
	const struct processor_memory_kernel *memory;     /* one of these, or neither: a chase */
	const struct processor_compute_kernel *compute;
	uint64_t operations;              /* a pass of the compute kernel */
	size_t footprint_bytes;           /* of one participant */
	struct processor_traffic traffic; /* of a pass over all of the footprint */

	/* The portion, set by processor_work_set. */
	size_t window_bytes;              /* of a stream */
	uint64_t passes;                  /* or loads */
	double units;                     /* useful bytes, operations or loads of one participant's portion */
};

/* Bytes from a buffer's start to where the second stream of a copy begins: past the first one, and not at the same place within a
 * page, since loads wait for stores that look alike in their low 12 bits (Intel optimization manual, "4-KByte aliasing"). */
enum { PROCESSOR_SECOND_OFFSET = 256 };

/* False if the footprint is too small for the kernel. */
bool processor_work_memory(struct processor_work *work, const struct processor_memory_kernel *kernel, size_t footprint_bytes);
void processor_work_compute(struct processor_work *work, const struct processor_compute_kernel *kernel,
		const struct processor_features *features);
void processor_work_chase(struct processor_work *work, size_t footprint_bytes);

/* Where the streams lie in a buffer of at least footprint_bytes + PROCESSOR_BUFFER_EXTRA bytes. */
void processor_work_place(const struct processor_work *work, const struct processor_buffer *buffer, struct processor_seat *seat);

/* A portion of about so much: bytes of a stream, passes of a compute kernel, or loads. */
void processor_work_set(struct processor_work *work, uint64_t amount);
/* Does one portion. */
void processor_work_run(const struct processor_work *work, struct processor_seat *seat);

#endif
