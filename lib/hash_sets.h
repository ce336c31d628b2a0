/* The row sets: known configurations under which a program's outputs should not change. Every row of a set is added to the list;
 * what this machine cannot run is there as AT_HASH_NOT_RUN with the reason. */
#ifndef ATESOR_HASH_SETS_H
#define ATESOR_HASH_SETS_H

#include "hash_row.h"
#include "probe_cpu.h"

struct at_hash_setup {
	struct at_argv command;           /* the run's own */
	struct at_argv ahead_of_time;     /* a NativeAOT build of the same program; empty: there is none */
	const char *threads_variable;     /* what tells the program how many threads to use */
	struct at_cpu cpu;                /* this machine's */
};

/* 0; -1: there is no such set. Rows whose names are there already are not added again. */
int at_hash_set_add(const char *set, const struct at_hash_setup *setup, struct at_hash_rows *rows);

/* The names of all sets, separated by ", ". */
const char *at_hash_set_names(void);

/* The variables that rows of sets set: no row gets the caller's values of them. Names and prefixes (as at_capture takes them),
 * NULL-terminated. */
const char *const *at_hash_set_variables(void);

#endif
