/* What all figures of a session cost inside a process: the mean of 200 computations, in ns. stats FILE-OF-COLUMNS */
#include <stdio.h>

#include "buffer.h"
#include "spawn.h"
#include "stat_columns.h"
#include "stats.h"

enum { TIMES = 200 };

int main(int argc, char **argv)
{
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	struct at_buffer text = AT_BUFFER_INIT;
	struct at_columns columns;
	struct at_stats stats;

	if (argc < 2 || at_buffer_read_file(&text, argv[1], 1 << 20) ||
			at_columns_parse(text.data, text.length, settings.rounds_least, &columns))
		return 1;
	uint64_t start = at_now_ns();
	for (int i = 0; i < TIMES; i++)
		at_stats_compute(columns.base, columns.tune, columns.rounds, &settings, &stats);
	printf("%.0f\n", (double)(at_now_ns() - start) / TIMES);
	at_columns_free(&columns);
	at_buffer_free(&text);
	return stats.rounds != columns.rounds && columns.rounds;
}
