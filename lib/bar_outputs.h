/* What a row's process tells after the timing: facts about itself, and its outputs, which are held against the references. */
#ifndef ATESOR_BAR_OUTPUTS_H
#define ATESOR_BAR_OUTPUTS_H

#include "bar_row.h"
#include "bar_tensor.h"

/* 0, or −1 with child->reason. */
int at_bar_describe(struct at_bar_child *child, struct at_bar_result *result);

/* Fills in check_scaled_err, and WRONG with a reason. Writes into `directory`, and removes it again. 0, or −1 with child->reason. */
int at_bar_check(struct at_bar_child *child, const struct at_bar_row *row, const char *directory, struct at_bar_result *result);

#endif
