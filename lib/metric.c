#include "metric.h"

#include <string.h>

static const char *const names[] = { "auto", "cpu", "wall" };

int at_metric_parse(const char *name, enum at_metric *metric)
{
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(name, names[i])) {
			*metric = (enum at_metric)i;
			return 0;
		}
	return -1;
}

const char *at_metric_name(enum at_metric metric)
{
	return names[metric];
}

double at_metric_time(enum at_metric metric, const struct at_sample *sample)
{
	return (double)(metric == AT_METRIC_CPU ? at_sample_cpu_ns(sample) : sample->wall_ns);
}

uint64_t at_free_ns(const struct at_sample *sample)
{
	bool known = sample->stages == 1 && sample->scheduled && sample->wait_ns < sample->wall_ns;

	return sample->wall_ns - (known ? sample->wait_ns : 0);
}

double at_cpu_share(const struct at_sample *sample)
{
	return at_free_ns(sample) ? (double)at_sample_cpu_ns(sample) / (double)at_free_ns(sample) : 0;
}

bool at_cpu_bound(const struct at_sample *sample, double least)
{
	uint64_t cpu = at_sample_cpu_ns(sample);

	return cpu > 0 && sample->scheduled && !sample->left_children && at_cpu_share(sample) >= least &&
			(double)sample->run_ns >= least * (double)cpu;
}
