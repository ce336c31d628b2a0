/* A timing session: the runs of one build or of two in turn, from the first warm-up to a verdict.
 *
 *   first session    warm-up runs of each build, then calibration runs of A: noise, metric, number of rounds
 *   second session   one warm-up of each, then rounds: A and B in random order, balanced in blocks
 *
 * Every run is judged when it ends: how it ended, what it printed, whether it left its input as it was. The first fault ends
 * the session, and names the build that is to blame. */
#ifndef ATESOR_SESSION_H
#define ATESOR_SESSION_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "command.h"
#include "loadwatch.h"
#include "lock.h"
#include "metric.h"
#include "stats.h"
#include "timer.h"
#include "warnings.h"
#include "watch.h"

enum at_stderr_policy { AT_STDERR_IGNORE, AT_STDERR_WARN, AT_STDERR_FAIL };

struct at_session_settings {
	bool pair;                             /* two builds; else only A */
	uint64_t warmup, calibrate, rounds, max_rounds;
	int expected_exit;
	enum at_stderr_policy on_stderr;
	bool fresh;                            /* remove what a run adds to its directory */
	enum at_metric metric;
	struct at_stats_settings stats;
	double busy_cpus, hot_celsius, frequency_pct;   /* other load, temperature, change of clock that are worth a warning */
	double contention_pct;                 /* so are runs, or any process, without a CPU for longer */
	double computing_pct;                  /* so is a build that computes for less of its time */
	double first_times;                    /* so is a first run so many times as long as the others */
	double same_time_pct;                  /* outputs differ, times scatter by less: the program watches the clock */
	double moment_seconds;                 /* nothing is concluded from a time, or a difference of times, under this */
	double bound_pct;                      /* a run that computes for so much of its time speaks for CPU time */
	bool progress;
};

static inline int at_session_builds(const struct at_session_settings *settings)
{
	return settings->pair ? 2 : 1;
}

enum at_session_status {
	AT_SESSION_OK,
	AT_SESSION_OUTPUT,          /* all runs went well, but their outputs are not equal: there is nothing to compare */
	AT_SESSION_UNSTABLE,        /* the machine changed meanwhile: the times say nothing */
	AT_SESSION_FAILED,          /* a run failed, or could not be carried out */
	AT_SESSION_INTERRUPTED
};

/* What one build did. The series hold whole rounds only. */
struct at_build_record {
	double *wall_ns, *cpu_ns;
	size_t rounds, capacity;
	uint64_t runs, maxrss_kib;
	double first_wall_ns;                  /* of the very first run */
	double mean_wall_ns, wall_squares;     /* of all runs: mean, and sum of squares around it */
	unsigned noted, noted_bound;           /* runs before the rounds, and those of them that speak for CPU time */
	size_t rounds_bound;                   /* rounds that do */
	uint64_t all_cpu_ns, all_free_ns;      /* of the rounds: CPU time, and time in which there was a CPU to be had */
	char check[AT_SHA256_HEX], output[AT_SHA256_HEX];   /* of its first run */
	bool unequal;                          /* its own runs printed different things */
};

struct at_session {
	/* the caller's */
	const struct at_session_settings *settings;
	struct at_timer *timer;
	const struct at_command *command[2];
	struct at_watch *input;                /* NULL: none */
	struct at_lock *lock;                  /* NULL: none */
	FILE *samples;                         /* JSON Lines; NULL: nowhere */

	/* results */
	enum at_session_status status;
	const char *kind;                      /* of what ended it: see at_session_end */
	char *reason;
	int failed_build;                      /* −1: neither */
	struct at_build_record build[2];
	uint64_t wanted_rounds;                /* as planned after the calibration */
	enum at_metric metric;                 /* CPU or WALL once it is chosen */
	double cpu_share;                      /* median over the runs that chose it; NaN before */
	double calibration_cv;                 /* a fraction; NaN: not measured */
	double others_at_start, others;        /* CPUs that others used; NaN: unknown */
	uint64_t contended_wait_ns, contended_wall_ns;   /* sums over the rounds whose waits are known */
	uint64_t unscheduled;                  /* rounds' runs whose waits are unknown */
	struct at_load before, during, after;  /* before the first run, right after the last round, at the end */
	uint64_t first_clock_khz, last_clock_khz;        /* right after warm-up runs and right after the last round; 0: unknown */
	double hottest_celsius;                /* of all readings; NaN: unknown */
	struct timespec fresh_since;
	bool has_stats;
	struct at_stats stats;
	struct at_warnings warnings;
	struct at_sample last_a;               /* the last run of A before the rounds */
	struct at_json json;                   /* scratch for lines */
};

/* Reads the machine's load before anything runs: for the first line of the samples. */
void at_session_begin(struct at_session *session);

/* Runs it all, and writes the lines of the runs. The outcome is in `status`. */
void at_session_run(struct at_session *session);
void at_session_free(struct at_session *session);

/* Ends the session before its time; only the first end counts. Kinds: of OUTPUT not_repeatable output_differs; of FAILED
 * not_started exit signal time_limit stderr no_output no_check_line input_changed few_rounds trouble; of UNSTABLE unstable. */
void at_session_end(struct at_session *session, enum at_session_status status, int build, const char *kind, const char *format, ...)
		__attribute__((format(printf, 5, 6)));

#endif
