#include "progress.h"

#include <stdio.h>
#include <stdlib.h>

#include "alloc.h"
#include "stat_order.h"

void at_progress_single(const struct at_session *session, const struct at_sample *sample)
{
	if (session->settings->progress)
		fprintf(stderr, "\r\033[K%s %llu%s  %.3f s", sample->phase == AT_PHASE_WARMUP ? "warm-up" : "calibration",
				(unsigned long long)sample->round, session->settings->pair ? sample->build ? " of b" : " of a" : "",
				(double)sample->wall_ns / 1e9);
}

/* The running estimate: the median ratio so far, or the median time. */
void at_progress_round(const struct at_session *session, uint64_t round)
{
	const struct at_build_record *a = &session->build[0], *b = &session->build[1];
	bool cpu = session->metric == AT_METRIC_CPU;

	if (!session->settings->progress)
		return;
	double *value = at_resize(NULL, a->rounds, sizeof *value);
	for (size_t i = 0; i < a->rounds; i++)
		value[i] = !session->settings->pair ? a->wall_ns[i] / 1e9 : cpu ? b->cpu_ns[i] / a->cpu_ns[i] : b->wall_ns[i] / a->wall_ns[i];
	fprintf(stderr, "\r\033[Kround %llu/%llu  %s %.4f", (unsigned long long)round, (unsigned long long)session->wanted_rounds,
			session->settings->pair ? "b/a" : "median s", at_median(value, a->rounds));
	free(value);
}

void at_progress_end(const struct at_session *session)
{
	if (session->settings->progress)
		fputs("\r\033[K", stderr);
}
