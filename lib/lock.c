#include "lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "message.h"
#include "spawn.h"

enum { RECORD_LIMIT = 4096, RETRY_NS = 200000000 };

/* Not with O_CREAT at first: in a sticky directory the kernel refuses that for a file of another user. */
static int open_file(const char *path)
{
	int descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);

	for (int tries = 0; descriptor < 0 && errno == ENOENT && tries < 3; tries++) {
		descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL, 0666);
		if (descriptor >= 0)
			fchmod(descriptor, 0666);      /* whatever the umask: other users must be able to claim it */
		else if (errno == EEXIST)
			descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
	}
	return descriptor;
}

/* The value of a line "name value" of the record, allocated, or NULL. */
static char *field(const char *record, const char *name)
{
	size_t length = strlen(name);

	for (const char *line = record; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
		if (!strncmp(line, name, length) && line[length] == ' ')
			return at_strndup(line + length + 1, strcspn(line + length + 1, "\n"));
	return NULL;
}

static char *read_record(int descriptor)
{
	struct at_buffer record = AT_BUFFER_INIT;

	lseek(descriptor, 0, SEEK_SET);
	at_buffer_read(&record, descriptor, RECORD_LIMIT);
	return at_buffer_take(&record);
}

/* "since 12 s, 3 s more expected": relative, so that no time zone is needed. */
static void when_text(const char *since, const char *until, char *text, size_t size)
{
	long long now = time(NULL), from = since ? strtoll(since, NULL, 10) : now, to = until ? strtoll(until, NULL, 10) : 0;

	if (to > now)
		snprintf(text, size, "for %lld s, and expected to need %lld s more", now - from, to - now);
	else
		snprintf(text, size, "for %lld s", now - from);
}

/* "'label' (process 12)", allocated; NULL without a record. */
static char *describe(const char *record)
{
	char *label = field(record, "label"), *pid = field(record, "pid");
	char *text = *record ? at_format("'%s' (process %s)", label ? label : "?", pid ? pid : "?") : NULL;

	free(label);
	free(pid);
	return text;
}

/* "'label' (process 12) for 3 s", allocated. */
static char *describe_holder(int descriptor)
{
	char when[96];
	char *record = read_record(descriptor);
	char *since = field(record, "since"), *until = field(record, "until"), *who = describe(record);

	when_text(since, until, when, sizeof when);
	char *text = at_format("%s %s", who ? who : "a process", when);
	free(who);
	free(since);
	free(until);
	free(record);
	return text;
}

/* Start time of this process in clock ticks since boot (field 22 of /proc/self/stat): with the pid it names a process for good. */
static unsigned long long start_ticks(void)
{
	struct at_buffer text = AT_BUFFER_INIT;
	unsigned long long ticks = 0;

	if (!at_buffer_read_file(&text, "/proc/self/stat", RECORD_LIMIT) && text.data) {
		char *at = strrchr(text.data, ')');
		for (int number = 2; at && number < 22; number++)
			at = strchr(at + 1, ' ');
		ticks = at ? strtoull(at, NULL, 10) : 0;
	}
	at_buffer_free(&text);
	return ticks;
}

static void write_record(const struct at_lock *lock, double seconds)
{
	char until[40] = "";

	if (seconds > 0)
		snprintf(until, sizeof until, "until %lld\n", (long long)time(NULL) + (long long)seconds);
	char *text = at_format("pid %ld\nstarted_ticks %llu\nlabel %s\nsince %lld\n%s", (long)getpid(), start_ticks(), lock->label,
			(long long)lock->since, until);
	/* A record that cannot be written (full disk) costs the others a name, not the lock. */
	if (ftruncate(lock->descriptor, 0) || pwrite(lock->descriptor, text, strlen(text), 0) < 0)
		at_warn("cannot write the record of the lock: %m");
	free(text);
}

/* 0 when held, 1 when the time is over, 2 when stopped. */
static int wait_for_lock(struct at_lock *lock, const char *path, double wait_seconds, const volatile int *stop)
{
	uint64_t start = at_now_ns();
	bool said = false;

	while (flock(lock->descriptor, LOCK_EX | LOCK_NB)) {
		char *holder = describe_holder(lock->descriptor);
		double waited = (double)(at_now_ns() - start) / 1e9;
		bool over = wait_seconds >= 0 && waited >= wait_seconds;
		if (over)
			at_error("the lock '%s' is held by %s: gave up after %.0f s", path, holder, waited);
		else if (!said)
			at_note("waiting for the lock '%s', held by %s", path, holder);
		said = true;
		free(holder);
		if (over)
			return 1;
		nanosleep(&(struct timespec){ .tv_nsec = RETRY_NS }, NULL);
		if (stop && *stop)
			return 2;
	}
	lock->waited_seconds = said ? (double)(at_now_ns() - start) / 1e9 : 0;
	return 0;
}

enum at_lock_result at_lock_claim(struct at_lock *lock, const char *path, const char *label, double expected_seconds, double wait_seconds,
		const volatile int *stop)
{
	*lock = (struct at_lock){ .descriptor = open_file(path) };
	if (lock->descriptor < 0) {
		at_error("cannot open the lock '%s': %m; name another file, or none", path);
		return AT_LOCK_TROUBLE;
	}
	int result = wait_for_lock(lock, path, wait_seconds, stop);
	if (result) {
		close(lock->descriptor);
		lock->descriptor = -1;
		return result == 1 ? AT_LOCK_TIMEOUT : AT_LOCK_STOPPED;
	}
	char *left = read_record(lock->descriptor);
	lock->left_by = describe(left);
	free(left);
	if (lock->left_by)
		at_note("the lock '%s' was left behind by %s, which has ended: taken over", path, lock->left_by);
	lock->path = at_strdup(path);
	lock->label = at_strdup(label);
	for (char *c = lock->label; *c; c++)
		if (*c == '\n')
			*c = ' ';
	lock->since = time(NULL);
	write_record(lock, expected_seconds);
	return AT_LOCK_HELD;
}

void at_lock_expect(struct at_lock *lock, double seconds)
{
	if (lock->descriptor >= 0)
		write_record(lock, seconds);
}

void at_lock_release(struct at_lock *lock)
{
	if (lock->descriptor < 0)
		return;
	if (ftruncate(lock->descriptor, 0))
		at_warn("cannot clear the record of the lock: %m");
	close(lock->descriptor);
	free(lock->path);
	free(lock->label);
	free(lock->left_by);
	*lock = (struct at_lock){ .descriptor = -1 };
}
