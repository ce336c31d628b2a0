#include "bar_guard.h"

#include "alloc.h"
#include "message.h"

static int check_load(struct at_bar_guard *guard, const struct at_bar_options *options)
{
	double load = guard->load.average[0];

	if (!guard->load.has_average) {
		at_warn("the load of this machine is not known (/proc/loadavg)");
		return 0;
	}
	if (load <= options->load_most)
		return 0;
	if (!options->force) {
		at_error("the machine is busy: its 1-minute load is %.2f, over %.2f; wait, or measure nevertheless with --force (ATESOR_FORCE=1)",
				load, options->load_most);
		return AT_EXIT_TROUBLE;
	}
	at_warn("forced: measuring at a 1-minute load of %.2f, over %.2f; nothing will be published", load, options->load_most);
	at_argv_give(&guard->forced, at_format("load %.2f, over %.2f", load, options->load_most));
	return 0;
}

int at_bar_guard_take(struct at_bar_guard *guard, const struct at_bar_options *options, double seconds, const volatile int *stop)
{
	*guard = (struct at_bar_guard){ .lock = { .descriptor = -1 } };
	enum at_lock_result got = at_lock_claim(&guard->lock, options->lock, options->label, seconds, options->lock_wait, stop);
	if (got == AT_LOCK_STOPPED)
		return (int)AT_EXIT_SIGNAL + *stop;
	if (got != AT_LOCK_HELD && !options->force)
		return AT_EXIT_TROUBLE;
	if (got != AT_LOCK_HELD) {
		at_warn("forced: measuring without the lock '%s'; nothing will be published", options->lock);
		at_argv_give(&guard->forced, at_format("without the lock '%s'", options->lock));
	}
	at_load_read(&guard->load, -1);
	int code = check_load(guard, options);
	if (code)
		at_bar_guard_leave(guard);
	return code;
}

void at_bar_guard_leave(struct at_bar_guard *guard)
{
	at_lock_release(&guard->lock);
	at_argv_free(&guard->forced);
}
