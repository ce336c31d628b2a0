/* The decisions of a cleaning: a picture of the tree, and for each thing in it whether it is a build's output, and why. Knows
 * no file system: the pictures of tests are made by hand. Rules: clean.h. */
#ifndef ATESOR_CLEANPLAN_H
#define ATESOR_CLEANPLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "argv.h"
#include "filekind.h"

struct at_clean_node {
	char *path;                  /* owned; "." for the root, which is the first node */
	const char *name;            /* in path */
	size_t parent;
	size_t end;                  /* a directory's content is the nodes behind it, up to here */
	bool directory;
	bool tracked;                /* a file that is under source control: never an output */
	bool resolves;               /* a symbolic link that leads somewhere */
	enum at_file_kind kind;
	int64_t mtime_ns;
	/* decided by at_clean_decide */
	const char *why;             /* an output of this kind; for a directory: everything in it is. NULL: stays */
	bool certain;                /* an output that cannot have come with the source */
	bool restorable;
};

struct at_clean_plan {
	struct at_clean_node *node;
	size_t count, capacity;
	struct at_argv stems;        /* names of source files without their ending */
	int64_t first_ns;            /* when the first certain output was made; INT64_MAX: there is none */
};

/* Adds a node in walking order (a directory before its content, whose `end` the caller sets when the content is there). The
 * path is copied. The index of the node. */
size_t at_clean_add(struct at_clean_plan *plan, const char *path, size_t parent, bool directory);
void at_clean_decide(struct at_clean_plan *plan);
void at_clean_free(struct at_clean_plan *plan);

#endif
