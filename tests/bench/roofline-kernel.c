/* One kernel of the processor profile, or a loop of STREAM's, on one size for a while:
 *
 *     roofline-kernel CPU KERNEL BYTES MILLISECONDS
 *
 * KERNEL is a kernel's name ("read AVX-512", "float32 AVX2") or stream_copy, stream_scale, stream_add, stream_triad; BYTES the
 * whole footprint. One line: GB/s or GFLOP/s over the whole time, as a benchmark without any watching has it; the median of the
 * slices of a millisecond in which the thread was not preempted; and the clock in GHz by the chain of additions. Exit 3 if this
 * processor cannot run it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>

#include "cpus.h"
#include "processor_kernels.h"
#include "roofline-stream.h"

enum { HUGE_PAGE = 2 << 20, SLICES = 100000, OFFSET = 256 };        /* the offset: no two streams at the same place of a page */

struct work {
	const struct processor_memory_kernel *memory;
	const struct processor_compute_kernel *compute;
	const struct stream_loop *stream;
	char *first, *second, *third;
	size_t stream_bytes;
	double amount;                 /* bytes or operations a pass */
};

static double now(clockid_t clock)
{
	struct timespec time;

	clock_gettime(clock, &time);
	return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static long preempted(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nivcsw;
}

static uint64_t run(const struct work *work, uint64_t passes)
{
	if (work->compute)
		return work->compute->run(passes);
	if (work->memory)
		return work->memory->run(work->first, work->second, work->stream_bytes, passes);
	for (; passes; passes--)
		work->stream->run((double *)work->third, (double *)work->first, (double *)work->second, work->stream_bytes / sizeof(double));
	return 0;
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *value, size_t count)
{
	qsort(value, count, sizeof *value, by_value);
	return count ? value[count / 2] : 0;
}

/* The highest of some short looks: what disturbs makes it lower only. */
static double clock_ghz(void)
{
	double best = 0;

	for (int i = 0; i < 20; i++) {
		double start = now(CLOCK_MONOTONIC), cycles = 1000.0 * processor_clock_add.links;
		processor_clock_add.run(1000);
		double ghz = cycles / (now(CLOCK_MONOTONIC) - start) * 1e-9;
		best = ghz > best ? ghz : best;
	}
	return best;
}

static void find(struct work *work, const char *name, const struct processor_features *features)
{
	const struct processor_memory_kernel *memory;
	const struct processor_compute_kernel *compute;

	for (size_t i = 0; (memory = processor_memory_at(i)); i++)
		if (!strcmp(name, memory->name) && processor_runnable(features) >> memory->implementation & 1)
			work->memory = memory;
	for (size_t i = 0; (compute = processor_compute_at(i)); i++)
		if (!strcmp(name, compute->name) && processor_runnable(features) >> compute->implementation & 1)
			work->compute = compute;
	work->stream = stream_find(name);
}

static void make_streams(struct work *work, size_t bytes)
{
	unsigned streams = work->stream ? work->stream->streams : processor_traffic(work->memory->mode, bytes, 8).streams;
	size_t granule = work->stream ? 64 : work->memory->granule, room;

	work->stream_bytes = bytes / streams / granule * granule;
	room = (work->stream_bytes + OFFSET + HUGE_PAGE - 1) / HUGE_PAGE * HUGE_PAGE;
	char *all = mmap(NULL, streams * room + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (all == MAP_FAILED || !work->stream_bytes) {
		perror("roofline-kernel: memory");
		exit(3);
	}
	all += HUGE_PAGE - (uintptr_t)all % HUGE_PAGE;
	madvise(all, streams * room, MADV_HUGEPAGE);
	for (size_t i = 0; i < streams * room / sizeof(double); i++)
		((double *)all)[i] = 1 + (double)(i % 1000) / 1000;
	work->first = all;
	work->second = all + (streams > 1 ? room + OFFSET : 0);
	work->third = all + (streams > 2 ? 2 * room + 2 * OFFSET : streams > 1 ? room + OFFSET : 0);
	if (work->memory)
		work->amount = (double)processor_traffic(work->memory->mode, work->stream_bytes * streams, 8).useful_bytes;
	else
		work->amount = (double)(work->stream_bytes * streams);
}

int main(int count, char **word)
{
	static double rate[SLICES];
	struct processor_features features = processor_features_detect();
	struct work work = { 0 };
	size_t slices = 0;
	uint64_t passes = 1, total = 0;

	if (count != 5) {
		fprintf(stderr, "usage: roofline-kernel CPU KERNEL BYTES MILLISECONDS\n");
		return 2;
	}
	find(&work, word[2], &features);
	if (at_cpus_pin(atoi(word[1])) || (!work.memory && !work.compute && !work.stream)) {
		fprintf(stderr, "roofline-kernel: cannot run '%s' on CPU %s\n", word[2], word[1]);
		return 3;
	}
	if (work.compute)
		work.amount = (double)processor_compute_operations(work.compute, &features).operations;
	else
		make_streams(&work, strtoul(word[3], NULL, 10));
	for (double took = 0; took < 1e-3; passes *= 2) {
		double start = now(CLOCK_MONOTONIC);
		run(&work, passes);
		took = now(CLOCK_MONOTONIC) - start;
	}
	passes = passes > 2 ? passes / 2 : 1;
	double before = clock_ghz(), begin = now(CLOCK_MONOTONIC), end = begin + strtod(word[4], NULL) * 1e-3, stop = begin;
	for (; stop < end && slices < SLICES; total += passes) {
		long switches = preempted();
		double start = stop, own = now(CLOCK_THREAD_CPUTIME_ID);
		run(&work, passes);
		own = now(CLOCK_THREAD_CPUTIME_ID) - own;
		stop = now(CLOCK_MONOTONIC);
		if (preempted() == switches && stop - start <= 1.03 * own)
			rate[slices++] = (double)passes * work.amount / (stop - start) * 1e-9;
	}
	double after = clock_ghz();
	printf("%.3f %.3f %.4f\n", (double)total * work.amount / (stop - begin) * 1e-9, median(rate, slices),
			after > before ? after : before);
	return 0;
}
