/* The command line of atesor-time, checked. Texts point into argv. */
#ifndef ATESOR_TIME_OPTIONS_H
#define ATESOR_TIME_OPTIONS_H

#include "session.h"

struct at_time_options {
	const char *directory[2];            /* NULL: the current one; [1] NULL without --dir-b */
	const char *template;                /* NULL: plain words */
	const char *bin[2];                  /* as given; [1] is [0] unless --bin-b */
	const char *input, *stdin_file, *stdout_file;
	char iterations[24];
	char **words[2];                     /* plain commands; [1] is [0] without --versus */
	size_t count[2];
	const char *samples, *seed, *lock, *label, *run_directory;
	double lock_wait, timeout;
	int cpu;                             /* −1: do not pin */
	bool keep_environment, json, markdown, quiet, vet;
	struct at_argv environment;
	struct at_argv emulator;             /* its words; none: the programs are run as they are */
	struct at_check check;
	struct at_session_settings settings;
};

/* Exits with 2 for a wrong command line. */
void at_time_options(int argc, char **argv, struct at_time_options *options);

#endif
