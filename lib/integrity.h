/* Does every CPU give right answers? One child process a CPU, each pinned, all at the same time: they compress and decompress
 * the same data with zlib and compare. A machine on which unchanged code gives wrong data cannot be measured. */
#ifndef ATESOR_INTEGRITY_H
#define ATESOR_INTEGRITY_H

#include <stdbool.h>
#include <stdint.h>

#include "json.h"

/* For the tests of the check itself: what one CPU is made to do wrong. */
enum at_fault { AT_FAULT_NONE, AT_FAULT_WRONG_DATA, AT_FAULT_CRASH, AT_FAULT_ABSENT };

struct at_integrity_order {
	uint64_t rounds;           /* round trips on each CPU */
	uint64_t bytes;            /* of the data */
	uint64_t seconds;          /* a CPU that takes longer is ended; 0: no limit */
	enum at_fault fault;
	int fault_cpu;
};

struct at_integrity_cpu {
	int cpu;
	uint64_t rounds;           /* that were finished */
	uint64_t bad;              /* of them; and one more for a crash */
	int signal;                /* 0, or what ended the child */
	int exit_code;             /* 0, or the code with which it ended before its time */
	int error;                 /* 0, or the errno that kept it from running */
	bool timed_out;
};

struct at_integrity {
	struct at_integrity_cpu *cpu;   /* owned */
	size_t count;
	uint64_t bad;
	bool incomplete;           /* a CPU could not be checked, or not to the end, for another reason than a crash */
};

/* 0, or -1 with errno if nothing could be run. */
int at_integrity_run(const struct at_integrity_order *order, struct at_integrity *result);
void at_integrity_write(const struct at_integrity_order *order, const struct at_integrity *result, struct at_json *json);
void at_integrity_free(struct at_integrity *result);

/* "cpu:N" (wrong data), "crash:N" or "absent:N" (cannot be pinned). 0, or -1 if it is none of them. */
int at_integrity_fault(const char *text, struct at_integrity_order *order);

#endif
