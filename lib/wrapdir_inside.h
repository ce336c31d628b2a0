/* What the files of lib/wrapdir share: wrapdir.c goes through the steps, wrapdir_programs.c finds the real programs,
 * wrapdir_flags.c asks compilers which flags they take, wrapdir_links.c decides which names are linked to what, and
 * wrapdir_write.c writes the directory and the report. Nobody else includes this.
 *
 * A making owns all of its texts and lists; at_wrapdir_make releases them. Steps return 0, or -1 with the error set. */
#ifndef ATESOR_WRAPDIR_INSIDE_H
#define ATESOR_WRAPDIR_INSIDE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

#include "argv.h"
#include "buffer.h"
#include "wrapdir.h"

#define AT_WRAP_CONFIG_HEAD "atesor-cc 1\n"      /* the first line of a configuration, as wrappers/config.c asks for it */

/* Compilers that share one list of flags: one binary. */
struct at_wrap_set {
	char *name, *file;            /* `file`: the binary behind all links */
	struct at_argv flags, compile, refused;
	bool also;                    /* does its compiler take the flag that some compiles get besides? */
};

struct at_wrap_link {
	char *name, *path;
	char *set;                    /* NULL: a tool without flags */
	const char *before;           /* the first argument, or NULL */
};

struct at_wrap_making {
	const struct at_wrapdir *asked;
	char *directory, *tree, *profile, *program, *triplet;
	struct stat program_status;   /* of atesor-cc */
	char *cc, *cxx;
	struct at_argv flags;         /* with their paths put in */
	char *map;                    /* the prefix map, or NULL */
	struct at_wrap_set *set;
	size_t sets;
	struct at_wrap_link *link;
	size_t links;
	struct at_argv warnings;      /* code, text, code, text … */
	char **error;
};

/* ---- wrapdir.c ---- */

/* Sets the error; takes `text` over; always -1. */
int at_wrap_fail(struct at_wrap_making *making, char *text);

void at_wrap_warn(struct at_wrap_making *making, const char *code, char *text);

/* ---- wrapdir_programs.c ---- */

const char *at_wrap_search_path(void);                          /* PATH, or what a shell takes without one */
bool at_wrap_is_directory(const char *directory);               /* is it one of wrappers? */

/* The absolute path of a program, no wrapper and no compiler cache, allocated; NULL: none. */
char *at_wrap_find_program(const struct at_wrap_making *making, const char *name);

/* The C++ compiler that belongs to the C compiler; the C compiler's own kind of ar, nm or ranlib. Allocated; NULL: none. */
char *at_wrap_find_cxx(const struct at_wrap_making *making);
char *at_wrap_find_tool(const struct at_wrap_making *making, const char *tool);

/* ---- wrapdir_flags.c ---- */

/* Runs it; true if it exits 0. What it prints on both streams goes to `output`. `directory` gets a file for that moment. */
bool at_wrap_ask(char *const *argv, const char *directory, struct at_buffer *output);

/* The name of the set of the compiler at `path`, borrowed; a new one if its file is not known yet. NULL: failed. */
const char *at_wrap_set_of(struct at_wrap_making *making, const char *name, const char *path);

/* ---- wrapdir_links.c ---- */

/* Decides all links and makes the sets of their compilers. */
int at_wrap_add_links(struct at_wrap_making *making);

/* ---- wrapdir_write.c ---- */

/* Makes the directory, or empties one of wrappers; sets making->directory. */
int at_wrap_empty(struct at_wrap_making *making);

/* Hard links, or on another file system one copy and links to it. */
int at_wrap_make_links(struct at_wrap_making *making);

/* The empty log and the configuration. */
int at_wrap_write_config(struct at_wrap_making *making);

int at_wrap_report(struct at_wrap_making *making, FILE *stream);

/* Writes a whole file. 0, or -1 with errno. */
int at_wrap_write_file(const char *directory, const char *name, const char *text);

#endif
