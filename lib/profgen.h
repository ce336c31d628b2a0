/* What atesor-profgen does, step by step: open the binary, collect the inputs, find the debug information, make the profile.
 * Problems are told on stderr where they are found; functions return exit codes of exits.h. */
#ifndef ATESOR_PROFGEN_H
#define ATESOR_PROFGEN_H

#include "argv.h"
#include "profgen_collect.h"
#include "profgen_debug.h"
#include "profgen_symbolize.h"

enum at_profile_format { AT_PROFILE_TEXT, AT_PROFILE_EXTBINARY, AT_PROFILE_GCOV };

struct at_profgen {
	/* set by the caller */
	const char *binary_path, *debug_path, *event, *output;
	struct at_argv data, script, unsymbolized;      /* the inputs, of each kind any number */
	uint64_t *pid;                 /* only these processes; allocated */
	size_t pids;
	bool relative;                 /* addresses of unsymbolized files are relative */
	bool save;                     /* write the counts, not a profile */
	enum at_profile_format format;
	struct at_rules rules;
	/* made */
	struct at_binary binary;
	struct at_collect collect;
	struct at_debug debug;
	struct at_dwarf dwarf;
	struct at_count *counts;
	size_t count;
	struct at_profile profile;
};

/* Opens the binary and collects all inputs. */
int at_profgen_collect(struct at_profgen *work);
/* Makes the profile of what was collected. AT_EXIT_TROUBLE, and what to do on stderr, if it would be empty. */
int at_profgen_symbolize(struct at_profgen *work);
/* Both, and writes the result. */
int at_profgen_convert(struct at_profgen *work);
void at_profgen_free(struct at_profgen *work);

#endif
