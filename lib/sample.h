/* One timed run: what was measured, as a line of JSON. */
#ifndef ATESOR_SAMPLE_H
#define ATESOR_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "json.h"
#include "sha256.h"

enum at_phase { AT_PHASE_WARMUP, AT_PHASE_CALIBRATE, AT_PHASE_ROUNDS };

struct at_sample {
	unsigned session;              /* 1 or 2 */
	enum at_phase phase;
	uint64_t round;                /* from 1; of the phase */
	unsigned position;             /* 1: ran first in its round, 2: second */
	int build;                     /* 0: a, 1: b */
	unsigned pad;                  /* bytes of ATESOR_PAD */
	int cpu;                       /* pinned to; −1: not pinned */
	uint64_t wall_ns;              /* from before the first clone until the last exit was seen */
	uint64_t utime_ns, stime_ns;   /* of all processes that were waited for; cpu time is their sum */
	bool scheduled;
	uint64_t run_ns, wait_ns;      /* of the main threads: on a CPU, and ready without one */
	uint64_t maxrss_kib;           /* the largest process; 0: at or under the timer's own floor, so unknown */
	uint64_t minor_faults, major_faults, voluntary_switches, involuntary_switches;
	unsigned stages;               /* processes of the pipe */
	unsigned stage;                /* the one that exit and signal belong to: the first that failed, else the last */
	int exit, signal;              /* signal 0: it ended with exit */
	int start_error;               /* errno: it could not be started, and nothing else counts */
	bool timed_out, interrupted;
	uint64_t stdout_bytes, stderr_bytes;
	char stdout_sha256[AT_SHA256_HEX];       /* "" unless checked; of the checked lines only with `by_lines` */
	bool by_lines;
	uint64_t lines;
	char output_sha256[AT_SHA256_HEX];       /* "" unless there is an output file */
	uint64_t output_bytes;
	unsigned left_children;
};

uint64_t at_sample_cpu_ns(const struct at_sample *sample);
const char *at_phase_name(enum at_phase phase);

/* Adds a whole object {"kind":"run",…}. */
void at_sample_write(const struct at_sample *sample, struct at_json *json);

#endif
