/* Everything that a timing session needs, opened from the command line and closed again: input, run directory, timer, the
 * commands of both builds, the file for the samples. */
#ifndef ATESOR_TIME_BENCH_H
#define ATESOR_TIME_BENCH_H

#include "outfile.h"
#include "time_options.h"

struct at_bench {
	struct at_time_options options;
	struct at_template template;         /* without stages for plain words */
	struct at_command command[2];
	struct at_rundir rundir;
	struct at_timer timer;
	struct at_random random;
	struct at_watch input;
	struct at_outfile samples;           /* committed by who writes the last line */
	char *input_path;                    /* absolute, or NULL */
	const char *scheduling;              /* at_wake_promptly */
};

/* Reads the command line; exits with 2 if it is wrong. Opens nothing. */
void at_bench_options(struct at_bench *bench, int argc, char **argv);

/* 0, or −1 after a message; close in either case. `stop` is set by signals. */
int at_bench_open(struct at_bench *bench, const volatile int *stop);
void at_bench_close(struct at_bench *bench);

#endif
