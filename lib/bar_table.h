/* The table of a bar: which engines there are, and the rows with their models, inputs and reference outputs. Read through jq
 * (mk/bar/rows.jq checks it); relative names in it are from the directory that the table lies in. */
#ifndef ATESOR_BAR_TABLE_H
#define ATESOR_BAR_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "argv.h"
#include "atesor_engine.h"

struct at_bar_engine {
	char *name;
	bool shared;                 /* words has one: the shared object; else the words of a command */
	struct at_argv words;        /* files as they are found from our directory */
};

struct at_bar_values {           /* an input or a reference output */
	struct at_engine_tensor tensor;       /* its data is NULL */
	char *name, *file;
	double tolerance;            /* of a reference */
};

struct at_bar_row {
	char *model, *variant, *batch;
	struct at_argv only;         /* engines that it is for; empty: all */
	struct at_argv file_engine, file;     /* the model's file for an engine, "" for all others */
	struct at_bar_values *input, *reference;
	size_t inputs, references;
};

struct at_bar_table {
	struct at_bar_engine *engine;
	size_t engines;
	struct at_bar_row *row;
	size_t rows;
};

/* 0, or −1 after a message: no such file, or not such a table. Sizes of inputs and references are checked against their files. */
int at_bar_table_read(struct at_bar_table *table, const char *path);

/* The engine "NAME=FILE" (a shared object if FILE ends in .so, else a program) is added, or takes the place of one of that name. */
int at_bar_table_engine(struct at_bar_table *table, const char *text);
struct at_bar_engine *at_bar_table_find(const struct at_bar_table *table, const char *name);

/* Whether "model", "model:variant" or "model:variant:batch" means this row. */
bool at_bar_row_is(const struct at_bar_row *row, const char *text);
bool at_bar_row_has(const struct at_bar_row *row, const char *engine);
/* The model's file for that engine; NULL: none. */
const char *at_bar_row_file(const struct at_bar_row *row, const char *engine);
void at_bar_table_free(struct at_bar_table *table);

#endif
