/* The parser of columns of times, and every figure from what it accepts. */
#include <stdint.h>
#include <stdlib.h>

#include "stat_columns.h"
#include "stats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	struct at_columns columns;
	struct at_stats stats;

	settings.resamples = 20;
	if (!at_columns_parse((const char *)data, size, AT_ROUNDS_LEAST, &columns) && columns.rounds <= 40)
		at_stats_compute(columns.base, columns.tune, columns.rounds, &settings, &stats);
	at_columns_free(&columns);
	return 0;
}
