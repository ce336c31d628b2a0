/* The command line of a program as a table: long options (and a letter where one is customary), --help and --version
 * everywhere, errors that name the option and end with exit 2. Options end at the first operand or at "--". */
#ifndef ATESOR_OPTION_H
#define ATESOR_OPTION_H

enum at_option_kind {
	AT_FLAG,    /* bool *: set to true */
	AT_TEXT,    /* const char **: points into argv */
	AT_COUNT,   /* uint64_t *: decimal */
	AT_BYTES,   /* uint64_t *: decimal with K, M or G */
	AT_REAL,    /* double * */
	AT_LIST     /* struct at_argv *: may be given several times */
};

struct at_option {
	const char *name;            /* without the dashes; NULL ends the table */
	char letter;                 /* 0: none */
	enum at_option_kind kind;
	void *target;
	const char *value;           /* what the value is called in --help; NULL for AT_FLAG */
	const char *help;
};

struct at_usage {
	const char *purpose;                 /* one line */
	const char *const *synopsis;         /* lines after the program's name, NULL-terminated */
	const struct at_option *options;
	const char *more;                    /* text after the options, or NULL */
};

/* Returns the index of the first operand in argv. Prints and exits for --help and --version (0) and for an error (2). */
int at_options(const struct at_usage *usage, int argc, char **argv);

/* "error: …" and the pointer to --help, exit 2. */
_Noreturn void at_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
