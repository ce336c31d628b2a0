#include "order.h"

int at_order_next(struct at_order *order)
{
	if (!order->left) {
		order->left = AT_ORDER_BLOCK;
		order->left_first = AT_ORDER_BLOCK / 2;
	}
	int first = at_random_below(order->random, order->left--) >= order->left_first;
	order->left_first -= !first;
	return first;
}
