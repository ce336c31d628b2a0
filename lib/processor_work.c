#include "processor_work.h"

#include "processor_chase.h"

enum { PAGE = 4096, UNROLLED = 8 };

bool processor_work_memory(struct processor_work *work, const struct processor_memory_kernel *kernel, size_t footprint_bytes)
{
	struct processor_traffic traffic = processor_traffic(kernel->mode, footprint_bytes, kernel->element_bytes);
	size_t stream = traffic.stream_bytes - traffic.stream_bytes % kernel->granule;

	*work = (struct processor_work){ .implementation = processor_implementation_name(kernel->implementation), .memory = kernel,
			.footprint_bytes = stream * traffic.streams };
	if (!stream)
		return false;
	work->traffic = processor_traffic(kernel->mode, work->footprint_bytes, kernel->element_bytes);
	processor_work_set(work, kernel->granule);
	return true;
}

void processor_work_compute(struct processor_work *work, const struct processor_compute_kernel *kernel,
		const struct processor_features *features)
{
	*work = (struct processor_work){ .implementation = processor_implementation_name(kernel->implementation), .compute = kernel,
			.operations = processor_compute_operations(kernel, features).operations };
	processor_work_set(work, 1);
}

void processor_work_chase(struct processor_work *work, size_t footprint_bytes)
{
	*work = (struct processor_work){ .implementation = "pointer chase",
			.footprint_bytes = footprint_bytes - footprint_bytes % PROCESSOR_CHASE_LINE };
	processor_work_set(work, UNROLLED);
}

void processor_work_place(const struct processor_work *work, const struct processor_buffer *buffer, struct processor_seat *seat)
{
	size_t second = (work->traffic.stream_bytes + PAGE - 1) / PAGE * PAGE + PROCESSOR_SECOND_OFFSET;

	*seat = (struct processor_seat){ .first = buffer->start, .cursor = buffer->start };
	if (work->memory && work->traffic.streams == 2)
		seat->second = buffer->start + second;
}

static void set_window(struct processor_work *work, uint64_t amount)
{
	const struct processor_memory_kernel *kernel = work->memory;
	uint64_t stream = work->traffic.stream_bytes;

	if (amount >= stream) {
		work->window_bytes = stream;
		work->passes = amount / stream;
	} else {
		/* Windows of one size that leave next to nothing over. */
		uint64_t windows = (stream + amount - 1) / (amount ? amount : 1);
		uint64_t window = stream / windows / kernel->granule * kernel->granule;
		work->window_bytes = window < kernel->granule ? kernel->granule : window;
		work->passes = 1;
	}
	struct processor_traffic traffic = processor_traffic(kernel->mode, work->window_bytes * work->traffic.streams,
			kernel->element_bytes);
	work->units = (double)traffic.useful_bytes * (double)work->passes;
}

void processor_work_set(struct processor_work *work, uint64_t amount)
{
	if (work->memory) {
		set_window(work, amount);
	} else if (work->compute) {
		work->passes = amount;
		work->units = (double)amount * (double)work->operations;
	} else {
		work->passes = (amount + UNROLLED - 1) / UNROLLED * UNROLLED;
		work->units = (double)work->passes;
	}
}

void processor_work_run(const struct processor_work *work, struct processor_seat *seat)
{
	if (work->memory) {
		if (seat->at + work->window_bytes > work->traffic.stream_bytes)
			seat->at = 0;
		seat->checksum += work->memory->run(seat->first + seat->at, seat->second ? seat->second + seat->at : NULL, work->window_bytes,
				work->passes);
		seat->at += work->window_bytes;
	} else if (work->compute) {
		seat->checksum += work->compute->run(work->passes);
	} else {
		seat->cursor = processor_chase_run(seat->cursor, work->passes);
		seat->checksum += (uint64_t)(uintptr_t)seat->cursor;
	}
}
