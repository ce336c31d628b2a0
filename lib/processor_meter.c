#include "processor_meter.h"

#include <math.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#include "alloc.h"
#include "now.h"
#include "processor_clock.h"
#include "stat_order.h"

/* Growing a portion until a twentieth of a slice is enough to say how much fills one. SLACK: what reading the
 * clocks may take. GRACE: nothing is given up before. */
enum { HOPELESS_SLICES = 8, GROWTH = 10, CALIBRATION_TRIES = 60, PILOT_SLICES = 5, PILOT_TRIES = 20, WARMUPS = 3 };
#define ENOUGH 0.05
#define SLACK_NS 1000
#define GRACE_NS 2e7
#define AMOUNT_MOST 1e15

const char *processor_verdict_name(enum processor_verdict verdict)
{
	static const char *const names[PROCESSOR_VERDICTS] = { "accepted", "preempted", "slowed", "page_fault", "staggered" };

	return names[verdict];
}

/* What one participant saw of a slice. */
struct take {
	_Alignas(128) uint64_t start, end;
	uint64_t cpu_ns;
	uint32_t page_faults;
	enum processor_verdict verdict;
};

/* The repeats so far. */
struct recording {
	uint64_t start;
	double probes_ns;                    /* what the clock probes took */
	double counted_ns;                   /* of accepted slices */
	size_t accepted;
};

struct meter {
	struct processor_team *team;
	struct processor_work work;          /* the one that runs now */
	struct processor_seat *seat;
	struct take *take;
	const struct processor_meter_rules *rules;
	const struct processor_work *candidates;
	size_t count;
	struct processor_series *series;
	uint64_t busy_ns;                    /* CPU time of the last slice, of the participant that used most */
	bool only_run, done;
};

static uint64_t cpu_time_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static enum processor_verdict judge(const struct rusage *before, const struct rusage *after, const struct take *take,
		double limit)
{
	if (take->page_faults)
		return PROCESSOR_FAULTED;
	if (after->ru_nivcsw != before->ru_nivcsw)
		return PROCESSOR_PREEMPTED;
	return (double)(take->end - take->start) > limit * (double)take->cpu_ns + SLACK_NS ? PROCESSOR_SLOWED : PROCESSOR_ACCEPTED;
}

/* One participant's part of a slice, after the barrier. */
static void run_slice(struct meter *meter, size_t member)
{
	struct take *take = &meter->take[member];
	struct rusage before, after;

	getrusage(RUSAGE_THREAD, &before);
	take->start = at_now_ns();
	uint64_t cpu = cpu_time_ns();
	processor_work_run(&meter->work, &meter->seat[member]);
	take->cpu_ns = cpu_time_ns() - cpu;
	take->end = at_now_ns();
	getrusage(RUSAGE_THREAD, &after);
	take->page_faults = (uint32_t)(after.ru_minflt - before.ru_minflt + after.ru_majflt - before.ru_majflt);
	take->verdict = judge(&before, &after, take, meter->rules->wall_over_cpu);
}

/* All participants do a portion; what came of it. By the first one. */
static struct processor_slice take_slice(struct meter *meter)
{
	struct processor_slice slice = { .units = meter->work.units };
	size_t members = meter->team->count;
	uint64_t start = UINT64_MAX, end = 0, last_start = 0, first_end = UINT64_MAX, longest = 0, sum = 0;
	bool chase = !meter->work.memory && !meter->work.compute;

	processor_team_meet(meter->team);
	run_slice(meter, 0);
	processor_team_meet(meter->team);
	meter->busy_ns = 0;
	for (size_t i = 0; i < members; i++) {
		const struct take *take = &meter->take[i];
		uint64_t wall = take->end - take->start;
		start = take->start < start ? take->start : start;
		end = take->end > end ? take->end : end;
		last_start = take->start > last_start ? take->start : last_start;
		first_end = take->end < first_end ? take->end : first_end;
		longest = wall > longest ? wall : longest;
		sum += wall;
		meter->busy_ns = take->cpu_ns > meter->busy_ns ? take->cpu_ns : meter->busy_ns;
		slice.page_faults += take->page_faults;
		if (take->verdict != PROCESSOR_ACCEPTED)
			slice.verdict = take->verdict;
	}
	slice.wall_ns = chase ? sum / members : end - start;
	if (!chase)
		slice.units *= (double)members;
	slice.together = first_end > last_start ? (double)(first_end - last_start) / (double)(end - start) : 0;
	double limit = meter->rules->stagger * (double)longest + SLACK_NS;
	if (slice.verdict == PROCESSOR_ACCEPTED && (double)(end - start) > limit)
		slice.verdict = PROCESSOR_STAGGERED;
	return slice;
}

bool processor_meter_hopeless(const struct processor_meter_rules *rules, double elapsed_ns, double counted_ns, size_t slices,
		size_t accepted)
{
	double slice = accepted ? counted_ns / (double)accepted : rules->slice_ns;
	double needed = (double)rules->repeats * (rules->repeat_ns + slice);

	if (elapsed_ns <= GRACE_NS)
		return false;
	return elapsed_ns > rules->patience * needed + GRACE_NS || (slices >= HOPELESS_SLICES && elapsed_ns > needed / 4 &&
			(counted_ns + slice) * 2 * rules->patience < elapsed_ns);
}

static bool hopeless(const struct meter *meter, const struct recording *recording)
{
	double elapsed = (double)(at_now_ns() - recording->start) - recording->probes_ns;

	return processor_meter_hopeless(meter->rules, elapsed, recording->counted_ns, meter->series->slices, recording->accepted);
}

static bool stopped(const struct meter *meter)
{
	return meter->rules->stop && *meter->rules->stop;
}

/* Finds the portion that fills a slice, by CPU time, which is right also where others run. One slice may have been hit by an
 * interrupt or a cold cache: two of about the right length must follow each other. */
static void calibrate(struct meter *meter)
{
	double target = meter->rules->slice_ns;
	double least = meter->work.memory ? (double)meter->work.memory->granule : meter->work.compute ? 1 : 64, amount = least;

	for (int tries = 0, good = 0; tries < CALIBRATION_TRIES && good < 2 && !stopped(meter); tries++) {
		processor_work_set(&meter->work, (uint64_t)amount);
		take_slice(meter);
		double taken = fmax((double)meter->busy_ns, 1);
		if ((taken >= target / 3 && taken <= 3 * target) || amount > AMOUNT_MOST) {
			good++;
			continue;
		}
		good = 0;
		amount = fmax(least, amount * (taken >= ENOUGH * target ? target / taken : GROWTH));
	}
}

/* The median rate of some undisturbed slices; 0: there were none. */
static double try_out(struct meter *meter)
{
	double rate[PILOT_SLICES];
	size_t count = 0;

	calibrate(meter);
	for (int i = 0; i < PILOT_TRIES && count < PILOT_SLICES && !stopped(meter); i++) {
		struct processor_slice slice = take_slice(meter);
		if (slice.verdict == PROCESSOR_ACCEPTED && slice.wall_ns)
			rate[count++] = slice.units / (double)slice.wall_ns;
	}
	return count ? at_median(rate, count) : 0;
}

static void choose(struct meter *meter)
{
	struct processor_series *series = meter->series;
	size_t best = 0;

	for (size_t i = 0; meter->count > 1 && i < meter->count; i++) {
		meter->work = meter->candidates[i];
		series->pilot[i] = (struct processor_pilot){ meter->work.implementation, try_out(meter) };
		if (series->pilot[i].rate > series->pilot[best].rate)
			best = i;
	}
	series->pilots = meter->count > 1 ? meter->count : 0;
	meter->work = meter->candidates[best];
}

static void keep(struct processor_series *series, const struct processor_slice *slice)
{
	if (series->slices == series->slices_room) {
		series->slices_room = series->slices_room ? 2 * series->slices_room : 64;
		series->slice = at_resize(series->slice, series->slices_room, sizeof *series->slice);
	}
	series->slice[series->slices++] = *slice;
	series->page_faults += slice->page_faults;
	if (slice->verdict != PROCESSOR_ACCEPTED)
		series->rejected[slice->verdict]++;
}

static struct processor_clock probe(const struct processor_meter_rules *rules, struct recording *recording)
{
	uint64_t start = at_now_ns();
	struct processor_clock clock = processor_clock_read(rules->clock_tolerance);

	recording->probes_ns += (double)(at_now_ns() - start);
	return clock;
}

/* One repeat. False: gave up. */
static bool repeat(struct meter *meter, uint32_t number, struct recording *recording)
{
	const struct processor_meter_rules *rules = meter->rules;
	struct processor_series *series = meter->series;
	struct processor_sample sample = { 0 };
	struct processor_clock before, after;
	double units = 0;

	if (rules->clock)
		before = probe(rules, recording);
	while ((double)sample.wall_ns < rules->repeat_ns) {
		if (stopped(meter) || hopeless(meter, recording)) {
			series->reason = stopped(meter) ? PROCESSOR_INTERRUPTED : PROCESSOR_CONTENDED;
			return false;
		}
		struct processor_slice slice = take_slice(meter);
		slice.repeat = number;
		keep(series, &slice);
		if (slice.verdict == PROCESSOR_ACCEPTED) {
			sample.wall_ns += slice.wall_ns;
			units += slice.units;
			recording->counted_ns += (double)slice.wall_ns;
			recording->accepted++;
			if (recording->accepted == 1 || slice.together < series->together)
				series->together = slice.together;
		}
	}
	if (rules->clock) {
		after = probe(rules, recording);
		sample.clock_ghz = processor_clock_between(&before, &after, rules->clock_tolerance);
	}
	sample.rate = units / (double)sample.wall_ns;
	series->sample[series->samples++] = sample;
	return true;
}

static void record(struct meter *meter)
{
	const struct processor_meter_rules *rules = meter->rules;
	struct processor_series *series = meter->series;

	calibrate(meter);
	for (int i = 0; i < WARMUPS; i++)
		take_slice(meter);
	series->work = meter->work;
	series->sample = at_alloc(rules->repeats * sizeof *series->sample);
	struct recording recording = { .start = at_now_ns() };
	for (uint32_t i = 0; i < rules->repeats; i++)
		if (!repeat(meter, i, &recording))
			break;
	series->elapsed_ns = (double)(at_now_ns() - recording.start);
}

static void lead(struct meter *meter)
{
	if (meter->only_run) {
		for (size_t i = 0; i < meter->count; i++) {
			meter->work = meter->candidates[i];
			take_slice(meter);
		}
		meter->series->work = meter->work;
		meter->series->reason = PROCESSOR_EMULATED;
	} else {
		choose(meter);
		record(meter);
	}
	meter->done = true;
	processor_team_meet(meter->team);
}

static void take_part(void *context, size_t member)
{
	struct meter *meter = context;

	if (!member) {
		lead(meter);
		return;
	}
	for (;;) {
		processor_team_meet(meter->team);
		if (meter->done)
			return;
		run_slice(meter, member);
		processor_team_meet(meter->team);
	}
}

void processor_meter(struct processor_team *team, const struct processor_work *candidates, size_t count,
		struct processor_seat *seat, const struct processor_meter_rules *rules, bool only_run, struct processor_series *series)
{
	struct meter meter = { .team = team, .seat = seat, .rules = rules, .candidates = candidates, .count = count, .series = series,
			.only_run = only_run };

	*series = (struct processor_series){ 0 };
	meter.take = aligned_alloc(_Alignof(struct take), team->count * sizeof *meter.take);
	if (!meter.take) {
		series->reason = PROCESSOR_ALLOCATION_FAILED;
		return;
	}
	processor_team_run(team, take_part, &meter);
	for (size_t i = 0; i < team->count; i++)
		series->checksum += seat[i].checksum;
	free(meter.take);
}

void processor_series_free(struct processor_series *series)
{
	free(series->sample);
	free(series->slice);
	*series = (struct processor_series){ 0 };
}
