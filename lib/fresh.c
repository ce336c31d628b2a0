#include "fresh.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "message.h"
#include "remove.h"
#include "walk.h"

struct sweep {
	struct timespec since;
	struct at_fresh *fresh;
	bool failed;
};

/* File times come from the coarse clock, which moves every few milliseconds, or since Linux 6.13 from the fine one: none of a file that is
 * there is later than the fine clock now, and 20 ms later even the coarse one is. */
struct timespec at_fresh_moment(void)
{
	struct timespec tick = { .tv_nsec = 20000000 }, now;

	clock_gettime(CLOCK_REALTIME, &now);
	nanosleep(&tick, NULL);
	return now;
}

static bool later(int64_t seconds, long nanoseconds, struct timespec since)
{
	return seconds > since.tv_sec || (seconds == since.tv_sec && nanoseconds > since.tv_nsec);
}

static bool born_later(const struct at_entry *entry, struct timespec since)
{
	struct statx facts;

	return !statx(entry->parent, entry->name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &facts) && facts.stx_mask & STATX_BTIME &&
			later(facts.stx_btime.tv_sec, facts.stx_btime.tv_nsec, since);
}

static enum at_walk_answer visit(void *context, const struct at_entry *entry)
{
	struct sweep *sweep = context;
	bool root = entry->path[0] == '.' && !entry->path[1];

	if (entry->visit == AT_VISIT_LEAVE || root || !later(entry->status.st_ctim.tv_sec, entry->status.st_ctim.tv_nsec, sweep->since))
		return AT_WALK_ON;
	if (born_later(entry, sweep->since)) {
		/* For a directory, ENTER has it open as `self`; `parent` of ENTER is the directory that holds it. */
		if (at_remove_tree(entry->parent, entry->name, entry->path))
			sweep->failed = true;
		if (!sweep->fresh->removed++)
			sweep->fresh->first_removed = at_strdup(entry->path);
		return entry->visit == AT_VISIT_ENTER ? AT_WALK_SKIP : AT_WALK_ON;
	}
	if (entry->visit == AT_VISIT_ENTRY && !sweep->fresh->changed++)
		sweep->fresh->first_changed = at_strdup(entry->path);
	return AT_WALK_ON;
}

int at_fresh_sweep(const char *directory, struct timespec since, struct at_fresh *fresh)
{
	struct sweep sweep = { since, fresh, false };

	*fresh = (struct at_fresh){ 0 };
	int root = at_open_root(directory);
	if (root < 0)
		return -1;
	int result = at_walk(root, directory, AT_WALK_NO_VCS, visit, &sweep);
	close(root);
	return result || sweep.failed ? -1 : 0;
}

void at_fresh_free(struct at_fresh *fresh)
{
	free(fresh->first_removed);
	free(fresh->first_changed);
	*fresh = (struct at_fresh){ 0 };
}
