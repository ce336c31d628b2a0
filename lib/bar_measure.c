#include "bar_measure.h"

#include "spawn.h"
#include "stat_order.h"

int at_measure_calls(at_measured *call, void *context, uint64_t calls, uint64_t *ns)
{
	int failed = 0;
	uint64_t start = at_now_ns();

	for (uint64_t i = 0; i < calls && !failed; i++)
		failed = call(context);
	*ns = at_now_ns() - start;
	return failed;
}

uint64_t at_measure_count(const struct at_measure_settings *settings, uint64_t fastest_ns)
{
	double calls = settings->seconds * 1e9 / (double)(fastest_ns ? fastest_ns : 1);

	return calls >= (double)settings->calls_most ? settings->calls_most : calls < 1 ? 1 : (uint64_t)calls;
}

void at_measure_summary(const double *values, size_t count, struct at_measure *measure)
{
	measure->min_ns = measure->max_ns = values[0];
	for (size_t i = 1; i < count; i++) {
		if (values[i] < measure->min_ns)
			measure->min_ns = values[i];
		if (values[i] > measure->max_ns)
			measure->max_ns = values[i];
	}
	measure->median_ns = at_median(values, count);
	measure->spread_pct = measure->median_ns > 0 ? (measure->max_ns - measure->min_ns) / measure->median_ns * 100 : 0;
}

int at_measure(at_measured *call, void *context, const struct at_measure_settings *settings, struct at_measure *measure)
{
	double values[AT_MEASURE_REPETITIONS_MOST];
	uint64_t ns, fastest = UINT64_MAX;

	int failed = at_measure_calls(call, context, 1, &ns);
	measure->first_ns = (double)ns;
	for (uint64_t i = 0; i < settings->warmups && !failed; i++) {
		failed = at_measure_calls(call, context, 1, &ns);
		if (ns < fastest)
			fastest = ns;
	}
	measure->calls = at_measure_count(settings, fastest);
	for (uint64_t i = 0; i < settings->repetitions && !failed; i++) {
		failed = at_measure_calls(call, context, measure->calls, &ns);
		values[i] = (double)ns / (double)measure->calls;
	}
	if (!failed)
		at_measure_summary(values, settings->repetitions, measure);
	return failed;
}
