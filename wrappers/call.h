/* One call of the wrapper, filled in step by step: config.h (who we are), asked.h (what was asked), decide.h (what is done).
 * Later steps only read what earlier ones wrote; record.h and become.h change nothing. */
#ifndef ATESOR_CC_CALL_H
#define ATESOR_CC_CALL_H

#include <stdbool.h>
#include <stddef.h>

#include "classify.h"
#include "response.h"
#include "text.h"

struct call {
	char *directory, *name;              /* of the link */
	struct list config;                  /* the lines of its configuration */
	char cwd[4096];
	const char *real, *set, *tree;       /* the real program, its set of flags (NULL: a tool that takes none) */
	int argc;
	char **argv;
	struct words words;                  /* argv with the response files read */
	struct list sources, inputs;         /* `inputs`: every operand */
	const char *output, *own[CLASSES];   /* the last own word of each class, or NULL */
	const char *product;                 /* what a compile makes, as it is called below the tree, or NULL */
	bool only_assembly, library, wants_value;
	bool plain;                          /* a compile that the configuration leaves without the flags */
	const char *up;                      /* from the working directory to the tree (".", "../.."), where paths are given so (relative.h), or NULL */
	int insert;                          /* flags go in before this index of argv */
	const char *mode, *reason, *by;      /* `reason`: why nothing is added; `by`: the word that decided it */
	struct list before, added, kept;     /* kept: triples of flag, why, own word */
};

#endif
