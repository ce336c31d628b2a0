/* A lock on a file, shared by all programs of one machine that must not run at the same time.
 *
 * The kernel's flock is the lock: the claim is atomic, and it ends with the process however that ends. The file holds a record
 * of the holder for people and for the message of those who wait: pid, its start time, label, since when, expected until when.
 * A record without a lock is stale: its process has died. The file itself stays. */
#ifndef ATESOR_LOCK_H
#define ATESOR_LOCK_H

#include <stdbool.h>
#include <stdint.h>

struct at_lock {
	int descriptor;           /* −1: not held */
	char *path, *label;
	int64_t since;            /* seconds since the epoch */
	double waited_seconds;
	char *left_by;            /* "'label' (process 12)": the process that died with the lock; NULL: none */
};

enum at_lock_result { AT_LOCK_HELD, AT_LOCK_TIMEOUT, AT_LOCK_STOPPED, AT_LOCK_TROUBLE };

/* Claims `path`, which is made if it does not exist. While somebody else holds it, says so on stderr, once, and waits: at most
 * `wait_seconds` (negative: without limit), until `*stop` (may be NULL). `expected_seconds` is 0 when not known yet.
 * TIMEOUT and TROUBLE come with a message, and so does
 * a lock whose holder has died. */
enum at_lock_result at_lock_claim(struct at_lock *lock, const char *path, const char *label, double expected_seconds, double wait_seconds,
		const volatile int *stop);

/* Writes a new expected end into the record: so many seconds from now. */
void at_lock_expect(struct at_lock *lock, double seconds);
void at_lock_release(struct at_lock *lock);

#endif
