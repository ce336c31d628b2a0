/* The command line of atesor-bar and its environment, checked against the table. */
#ifndef ATESOR_BAR_OPTIONS_H
#define ATESOR_BAR_OPTIONS_H

#include "bar_row.h"

struct at_bar_options {
	struct at_bar_table table;
	const char *table_path, *output, *append, *lock, *label;
	double lock_wait;
	double pass, target, rss_pass;           /* ratios to the reference engine */
	double load_most;                        /* 1-minute load average above which it refuses */
	double others_most;                      /* CPUs that others may use during a row that is published */
	bool force, pin, quiet;
	const struct at_bar_engine *engine[AT_BAR_ENGINES_MOST];      /* the first is the reference of the others */
	size_t engines;
	const struct at_bar_row **row;
	size_t rows;
	struct at_argv threads;                  /* "1", "all" */
	struct at_bar_settings settings;         /* but for host, directory, stop */
};

/* Exits with 2 for a wrong command line, with 3 for a table that cannot be used. */
void at_bar_options(int argc, char **argv, struct at_bar_options *options);
void at_bar_options_free(struct at_bar_options *options);

#endif
