/* The private directory of a timing session: HOME, TMPDIR and the output file of the runs, always under the same names, so
 * that no run and no build sees another path. Renewed before every run, removed at the end. */
#ifndef ATESOR_RUNDIR_H
#define ATESOR_RUNDIR_H

#include <stdbool.h>

struct at_rundir {
	char *path, *home, *temporary, *output;
	int home_open, temporary_open;       /* the two directories; −1 */
};

/* Makes it inside `parent`. 0, or −1 after a message. */
int at_rundir_open(struct at_rundir *rundir, const char *parent);

/* Empties home and temporary, and removes the output file if runs write one. 0, or −1 after a message. */
int at_rundir_renew(struct at_rundir *rundir, bool has_output);
void at_rundir_close(struct at_rundir *rundir);

#endif
