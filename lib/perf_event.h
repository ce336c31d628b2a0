/* What a recording of perf holds, whether it came from perf.data or from the text of perf script: samples, and the events that
 * tell which code a process had where. Readers give events to a sink; an event and what it points to live only for the call. */
#ifndef ATESOR_PERF_EVENT_H
#define ATESOR_PERF_EVENT_H

#include <stdbool.h>
#include <stdint.h>

enum { AT_PERF_BUILD_ID = 20 };             /* bytes, at most */
#define AT_PERF_KERNEL UINT32_MAX           /* the pid of maps that belong to the kernel */

struct at_perf_build_id {
	uint8_t size;                       /* 0: not known */
	uint8_t bytes[AT_PERF_BUILD_ID];
};

enum at_perf_kind {
	AT_PERF_SAMPLE,
	AT_PERF_MAP,        /* something was mapped */
	AT_PERF_FORK,       /* a process or a thread began */
	AT_PERF_EXIT,       /* a thread ended */
	AT_PERF_EXEC,       /* the process runs another program from now on */
	AT_PERF_OBJECT_ID   /* the build-id of a path, for all of the recording */
};

enum at_perf_mode { AT_PERF_MODE_UNKNOWN, AT_PERF_MODE_KERNEL, AT_PERF_MODE_USER, AT_PERF_MODE_GUEST };

struct at_perf_event {
	enum at_perf_kind kind;
	bool timed;
	uint64_t time;                      /* ns */
	uint32_t pid, tid;
	/* sample */
	uint64_t ip;
	enum at_perf_mode mode;
	bool exact;                         /* the processor vouches for the address */
	uint32_t event;                     /* which of the recorded events */
	/* fork */
	uint32_t parent;                    /* its pid; the same pid: a thread */
	bool fresh;                         /* written by perf for a process that was there before: no maps to inherit */
	/* map: [start, start + length) shows the file from `offset` */
	uint64_t start, length, offset;
	bool executable;
	/* map, object id */
	struct at_perf_build_id id;
	const char *path;
};

struct at_perf_sink {
	void (*event)(void *argument, const struct at_perf_event *event);
	void *argument;
};

#endif
