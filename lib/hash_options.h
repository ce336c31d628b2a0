/* The command line of atesor-hash. */
#ifndef ATESOR_HASH_OPTIONS_H
#define ATESOR_HASH_OPTIONS_H

#include <stdbool.h>

#include "argv.h"
#include "hash_run.h"
#include "hash_sets.h"

struct at_hash_options {
	struct at_argv sets, rows;        /* names of sets; NAME:ENV:COMMAND */
	struct at_argv files;             /* to merge; empty: run */
	const char *machine;              /* NULL: not said */
	const char *save;                 /* NULL: do not */
	const char *format;               /* text, markdown or json */
	struct at_hash_setup setup;       /* but not the CPU */
	struct at_hash_run run;           /* but not `stop` */
};

/* Reads it. What cannot be used ends the program (exit 2). The texts are argv's; the rest lives until the program ends. */
void at_hash_options(struct at_hash_options *options, int argc, char **argv);

#endif
