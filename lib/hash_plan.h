/* From the command line to the rows. */
#ifndef ATESOR_HASH_PLAN_H
#define ATESOR_HASH_PLAN_H

#include "argv.h"
#include "hash_row.h"
#include "hash_sets.h"

/* Adds the rows of `sets` (without any: the default set, if there is a command), then those given as NAME:ENV:COMMAND. What cannot
 * be used is a usage error, which ends the program; so is a plan without rows. */
void at_hash_plan(const struct at_argv *sets, const struct at_argv *given, const struct at_hash_setup *setup,
		struct at_hash_rows *rows);

#endif
