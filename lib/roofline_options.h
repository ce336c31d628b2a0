/* The command line of atesor-roofline, checked. */
#ifndef ATESOR_ROOFLINE_OPTIONS_H
#define ATESOR_ROOFLINE_OPTIONS_H

#include "processor_profile.h"

struct at_roofline_options {
	struct processor_profile_options profile;     /* its pointers lead into this struct */
	struct processor_topology topology;
	struct at_cpus cpus;
	uint64_t size[PROCESSOR_SIZES_MOST];
	const char *output;                           /* NULL: not said */
	const char *plot, *from;                      /* directory of the pictures; a document to draw instead of measuring; or NULL */
	const char *lock, *label;                     /* NULL: no lock */
	bool quiet;
};

/* Exits with 2 for a wrong command line, and with 3 if the topology file cannot be read. */
void at_roofline_options(int argc, char **argv, struct at_roofline_options *options);
void at_roofline_options_free(struct at_roofline_options *options);

#endif
