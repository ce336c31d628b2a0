/* The process of one engine and row: started with its limits, asked line by line (the protocol of atesor_engine.h), stopped while
 * another one is measured, and ended. Whatever goes wrong ends it and leaves the reason. */
#ifndef ATESOR_BAR_CHILD_H
#define ATESOR_BAR_CHILD_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#include "buffer.h"
#include "spawn.h"

struct at_bar_limits {
	double seconds;               /* of one answer */
	uint64_t memory_kib;          /* resident, of it and the processes below it; 0: none */
	const volatile int *stop;     /* a flag that a signal handler sets */
};

struct at_bar_child {
	const struct at_bar_limits *limits;
	struct at_process process;
	int to, from;                 /* −1 when it has ended */
	bool running;                 /* it was started, and has not been waited for */
	bool stopped;
	struct at_buffer heard;       /* what it said and was not taken yet */
	char *answer;                 /* what stood behind "ok"; owned */
	uint64_t answer_ns;           /* how long the last answer took */
	char *reason;                 /* owned; NULL: all is well */
};

/* Called for each line before "ok". Not 0: the line is refused. */
typedef int at_bar_line(void *context, char *line);

/* `cpus` NULL: wherever this process may run. 0, or −1 with child->reason. */
int at_bar_child_start(struct at_bar_child *child, char *const *argv, const cpu_set_t *cpus, const struct at_bar_limits *limits);

/* Says `request` and waits for "ok". `line` NULL: there must be no other line. 0; or −1 with child->reason, and the process has
 * been ended. A child that has a reason is not asked again. */
int at_bar_child_ask(struct at_bar_child *child, at_bar_line *line, void *context, const char *format, ...)
		__attribute__((format(printf, 4, 5)));

/* A second line of defence behind the looks at its memory, for what grows between two of them: the kernel refuses it more than twice
 * the limit from now on, beyond what it has reserved already. Said when it is loaded. */
void at_bar_child_limit(struct at_bar_child *child);

/* Ends it with a reason, if it has none yet. Returns −1. */
int at_bar_child_fail(struct at_bar_child *child, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Holds all its processes still, or lets them go on. Nothing for a child that has ended. */
void at_bar_child_stop(struct at_bar_child *child);
void at_bar_child_continue(struct at_bar_child *child);

uint64_t at_bar_child_cpu_ns(const struct at_bar_child *child);      /* CPU time of all its threads; 0: not known */

/* Asks it to quit, ends it with everything that it has started, waits. The reason stays until at_bar_child_free. */
void at_bar_child_end(struct at_bar_child *child);
void at_bar_child_free(struct at_bar_child *child);

#endif
