/* Which build runs first in each round: random, and balanced in blocks of four rounds. */
#ifndef ATESOR_ORDER_H
#define ATESOR_ORDER_H

#include "random.h"

enum { AT_ORDER_BLOCK = 4 };

struct at_order {
	struct at_random *random;          /* the caller's */
	unsigned left, left_first;         /* in this block: rounds, and rounds that begin with build 0 */
};

/* 0 or 1: the build that runs first in the next round. Start with { .random = … }. */
int at_order_next(struct at_order *order);

#endif
