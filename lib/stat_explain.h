/* The verdict in words, for people. */
#ifndef ATESOR_STAT_EXPLAIN_H
#define ATESOR_STAT_EXPLAIN_H

#include "buffer.h"
#include "stats.h"

/* Appends a few lines: what was seen, then each rule with the numbers that decided it, the chosen one first. */
void at_stats_explain(const struct at_stats *stats, const struct at_stats_settings *settings, struct at_buffer *text);

#endif
