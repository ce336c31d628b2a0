/* Two columns of times as text: a line "B V" a round, or "calibration B" for a calibration run of the baseline. Empty lines
 * and lines that start with '#' are skipped. Numbers are positive and finite. */
#ifndef ATESOR_STAT_COLUMNS_H
#define ATESOR_STAT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

struct at_columns {
	double *base, *tune;            /* rounds of each */
	size_t rounds;
	double *calibration;
	size_t calibrations;
	size_t capacity, calibration_capacity;
	char error[160];                /* set when parsing fails: "line 3: …" */
};

/* `text` has `length` bytes and need not end in NUL or a newline. Fewer rounds than `least` (of at_stats_settings) are
 * an error. 0, or −1 with `error`. Free in either case. */
int at_columns_parse(const char *text, size_t length, uint64_t least, struct at_columns *columns);
void at_columns_free(struct at_columns *columns);

#endif
