/* Where the samples of all inputs went. Every sample is counted in exactly one place, so that an empty or thin profile can be
 * explained and the next step named. Initialise with zeroes; release with at_where_free. */
#ifndef ATESOR_PROFGEN_WHERE_H
#define ATESOR_PROFGEN_WHERE_H

#include "names.h"
#include "profgen_binary.h"

struct at_where {
	uint64_t samples;            /* all */
	uint64_t other_process;      /* left out by --pid */
	uint64_t kernel, guest;
	uint64_t no_maps;            /* of a process without any map in the recording */
	uint64_t no_map;             /* at an address where nothing was mapped */
	uint64_t other_object;       /* in other files … */
	uint64_t other_build;        /* … in other builds of the binary, by build-id */
	uint64_t not_code;           /* in the binary's file, but outside of its code */
	uint64_t hits;               /* in the binary's code. Of these: */
	uint64_t exact;              /*   the processor vouched for the address (may be any of the following) */
	uint64_t between;            /*   inside of an instruction */
	uint64_t no_function;        /*   at an address that the debug information does not cover */
	uint64_t no_line;            /*   on line 0, or on no line, and left out for it */
	uint64_t used;               /*   in the profile */
	struct at_names objects;     /* other files, and how many samples … */
	uint64_t *object_samples;
	size_t object_capacity;
	struct at_perf_build_id build;   /* the other build's */
	char *build_path;
	bool by_name;                /* the binary was found by its name, not by its build-id */
	char *by_name_path;
	bool has_exact;              /* the inputs tell which addresses are exact */
};

void at_where_object(struct at_where *where, const char *path, uint64_t samples);
/* One paragraph: how many samples of all went where, the largest first. The caller frees. */
char *at_where_text(const struct at_where *where, const struct at_binary *binary);
/* What to do about the largest loss. Never NULL; the caller frees. */
char *at_where_next_step(const struct at_where *where, const struct at_binary *binary, bool has_debug);
void at_where_free(struct at_where *where);

#endif
