/* The lines of JSON that atesor-bar writes: what was measured, compared with the reference engine, and on which machine. */
#ifndef ATESOR_BAR_REPORT_H
#define ATESOR_BAR_REPORT_H

#include "bar_guard.h"
#include "bar_machine.h"

enum at_bar_verdict { AT_BAR_NO_VERDICT, AT_BAR_TARGET, AT_BAR_PASS, AT_BAR_FAIL };

/* Of two results: the ratios to the reference. The verdict is NO_VERDICT unless both are results. Memory that is not known has no
 * say. */
struct at_bar_comparison {
	enum at_bar_verdict verdict, time_verdict, rss_verdict;
	double time, time_low, time_high;      /* of the medians; and the range that the repetitions allow */
	bool certain;                          /* the whole range has that time verdict */
	double rss;                            /* NaN: not known */
};
void at_bar_compare(const struct at_bar_result *result, const struct at_bar_result *reference, const struct at_bar_options *options,
		struct at_bar_comparison *comparison);
const char *at_bar_verdict_name(enum at_bar_verdict verdict);

struct at_bar_report {
	const struct at_bar_options *options;
	const struct at_bar_guard *guard;
	const struct at_bar_machine *machine;
};

void at_bar_write_session(const struct at_bar_report *report, struct at_json *json);

/* `reference` NULL: it is one itself, or there is none. Returns whether the row passes: a result, and no verdict that fails. */
bool at_bar_write_row(const struct at_bar_report *report, const struct at_bar_row *row, const char *threads_asked, unsigned threads,
		const struct at_bar_result *result, const struct at_bar_result *reference, struct at_json *json);
void at_bar_write_end(size_t lines, size_t failed, int stopped, struct at_json *json);

#endif
