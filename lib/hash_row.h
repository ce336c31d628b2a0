/* The rows of a golden-hash run: one command under one configuration each, and what came of it. A list owns its rows and their
 * texts. Initialise with zeroes; release with at_hash_rows_free. */
#ifndef ATESOR_HASH_ROW_H
#define ATESOR_HASH_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "argv.h"
#include "sha256.h"

enum at_hash_status {
	AT_HASH_WAITING,        /* to be run */
	AT_HASH_OK,
	AT_HASH_ERROR,          /* ran, or should have, and gave no outputs that can be compared; `reason` */
	AT_HASH_NOT_RUN         /* this machine cannot run it; `reason` */
};

struct at_hash_output {
	char *name;
	char sha256[AT_SHA256_HEX];     /* lower case */
};

struct at_hash_row {
	char *name;
	const char *set;                /* the row set that it is of; NULL: asked for by itself */
	struct at_argv environment;     /* NAME=VALUE, on top of the common environment */
	struct at_argv command;
	int cpu;                        /* pinned to; -1: not */
	bool alone;                     /* what it tests is how many CPUs it gets: no other row beside it */
	enum at_hash_status status;
	char *reason;                   /* for ERROR and NOT_RUN */
	struct at_hash_output *output;
	size_t outputs;
	uint64_t wall_ns;               /* of a row that ran */
};

struct at_hash_rows {
	struct at_hash_row *row;
	size_t count;
};

/* A new row, waiting, not pinned. The pointer is good until the next call. NULL: there is a row of that name. */
struct at_hash_row *at_hash_rows_add(struct at_hash_rows *rows, const char *name, const char *set);
void at_hash_rows_free(struct at_hash_rows *rows);

/* Sets status and reason; the first reason stays. */
void at_hash_row_end(struct at_hash_row *row, enum at_hash_status status, const char *format, ...)
		__attribute__((format(printf, 3, 4)));

#endif
