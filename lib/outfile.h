/* An output file that appears whole or not at all: written to a temporary name in the same directory, then renamed.
 * "-" is stdout, and what is no regular file (a device, a pipe) is written to as it is. Always end with commit or abort. */
#ifndef ATESOR_OUTFILE_H
#define ATESOR_OUTFILE_H

#include <stdio.h>

struct at_outfile {
	FILE *stream;
	char *path, *temporary;      /* temporary is NULL for what is written to as it is */
};

int at_outfile_open(struct at_outfile *file, const char *path);    /* 0, or -1 with errno */
int at_outfile_commit(struct at_outfile *file);                    /* 0, or -1 with errno: then nothing changed at path */
void at_outfile_abort(struct at_outfile *file);

#endif
