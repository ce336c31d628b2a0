/* Runs a command once and measures it: pinned, in its own process group, with a fixed environment and a fresh run directory,
 * its output drained while it runs and hashed after the clock has stopped.
 *
 * A timer owns its pipes, its spool and its environment; set the fields of the first part, then open it. */
#ifndef ATESOR_TIMER_H
#define ATESOR_TIMER_H

#include <signal.h>
#include <stdbool.h>

#include "affinity.h"
#include "argv.h"
#include "check.h"
#include "command.h"
#include "random.h"
#include "rundir.h"
#include "sample.h"
#include "spool.h"

enum { AT_PAD_MOST = 4096, AT_STDERR_KEPT = 2048, AT_STDERR_BLOCK = 16384 };

struct at_timer {
	struct at_seat seat;             /* the CPU of the runs, and where we are meanwhile */
	double seconds;                  /* limit of a run */
	const volatile int *stop;
	struct at_check check;
	const char *input;               /* what `< {input}` opens, or NULL */
	bool keep_environment;           /* ours, instead of the fixed one */
	struct at_argv extra;            /* NAME=VALUE words on top */
	const char *output;              /* the output file: the one of the run directory as a rule */
	bool has_output;                 /* the command writes it: hash it */
	struct at_rundir *rundir;
	struct at_random *random;        /* for the pad */

	struct at_argv environment;      /* the last word is ATESOR_PAD */
	char *pad;                       /* the value of that word: AT_PAD_MOST characters */
	int out[2], err[2];              /* pipes: read end, write end */
	int null;                        /* stdin of a run that is not given one */
	sigset_t changed_signals;        /* for at_spawn */
	struct at_spool spool;
	uint64_t stdout_bytes, stderr_bytes;
	char stderr_block[AT_STDERR_BLOCK];
	char stderr_text[AT_STDERR_KEPT + 1];   /* the beginning of what the last run said there */
	uint64_t floor_kib;              /* our own peak memory, and so the least that a child seems to have */
};

enum at_timed { AT_TIMED_OK, AT_TIMED_INTERRUPTED, AT_TIMED_TROUBLE };

/* 0, or −1 after a message. */
int at_timer_open(struct at_timer *timer);

/* Reads the floor again: to be called when this process may have grown. exec hands the peak of the old memory on to the new
 * program, so a child's peak says nothing unless it is well above ours. */
void at_timer_read_floor(struct at_timer *timer);

/* One run. The caller has set session, phase, round, position and build of the sample; the rest is filled in. OK: it ran, or
 * could not be started (sample->start_error); TROUBLE: our own fault, after a message. */
enum at_timed at_timer_run(struct at_timer *timer, const struct at_command *command, struct at_sample *sample);

/* The environment that programs get, for finding them in its PATH. Valid until the timer is closed. */
char *const *at_timer_environment(const struct at_timer *timer);
void at_timer_close(struct at_timer *timer);

#endif
