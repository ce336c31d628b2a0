/* Keeps a bar from being measured on a machine that is busy: the lock, and the load. Who forces it has that recorded. */
#ifndef ATESOR_BAR_GUARD_H
#define ATESOR_BAR_GUARD_H

#include "bar_options.h"
#include "lock.h"

struct at_bar_guard {
	struct at_lock lock;
	struct at_argv forced;         /* what was overridden, in words; empty: nothing */
	struct at_load load;           /* before anything is measured */
};

/* 0, or an exit code after a message. `seconds` is how long it will take, about. */
int at_bar_guard_take(struct at_bar_guard *guard, const struct at_bar_options *options, double seconds, const volatile int *stop);
void at_bar_guard_leave(struct at_bar_guard *guard);

#endif
