/* The participants of a measurement: threads of our own, each pinned to its processor, the first one as well, so that the
 * caller's thread and affinity stay as they are. Between jobs they sleep; within a job they meet at a spinning barrier. */
#ifndef PROCESSOR_TEAM_H
#define PROCESSOR_TEAM_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpus.h"

struct processor_team;

struct processor_member {
	struct processor_team *team;
	size_t number;                       /* 0 … */
	int cpu;
	int pin_error;                       /* errno of the pinning; 0: pinned, and seen on that CPU */
	pthread_t thread;
	bool started;
};

/* What every member of a job does; all of the job's members run it at once. */
typedef void processor_job(void *context, size_t member);

struct processor_team {
	struct processor_member *member;
	size_t count;
	pthread_mutex_t mutex;
	pthread_cond_t wake, rest;
	uint64_t round;                      /* number of the job that is to be done */
	size_t busy, ready;
	bool end;
	processor_job *job;
	void *context;
	_Alignas(64) volatile uint32_t arrived;
	_Alignas(64) volatile uint32_t phase;
};

/* One member for each CPU. 0; or -1 with errno when a thread could not be made. A member that could not be pinned says so. */
int processor_team_open(struct processor_team *team, const struct at_cpus *cpus);
/* Returns when every member has done it. */
void processor_team_run(struct processor_team *team, processor_job *job, void *context);
/* Within a job: returns when all members have come here. */
void processor_team_meet(struct processor_team *team);
void processor_team_close(struct processor_team *team);

#endif
