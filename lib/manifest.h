/* What a tree holds, as one hash: proof that a source stayed as it was. Content, kinds, modes and link targets count; times,
 * owners and everything called .git, .hg or .svn do not. */
#ifndef ATESOR_MANIFEST_H
#define ATESOR_MANIFEST_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "sha256.h"

struct at_manifest {
	char sha256[AT_SHA256_HEX];     /* of the lines below, as text */
	uint64_t files, bytes;          /* everything but directories; content of regular files */
	bool dated;                     /* there is a regular file, so `newest` holds */
	int64_t newest;                 /* the latest mtime of a regular file, seconds since 1970 */
};

/* Reads all of the tree. With `list`, writes the hashed lines there, sorted by path within each directory:
 *   TYPE MODE SIZE SHA256 PATH
 * type: f d l (link) p (FIFO) s (socket) b c (device); mode: four octal digits; size and hash: of the content, or of a link's
 * target, else "-"; path: relative, "." for the root, with "\\" and "\n" for a backslash and a newline. 0, or -1 after a message
 * (a file that changes while it is read is one of the reasons). */
int at_manifest(const char *directory, FILE *list, struct at_manifest *manifest);

/* One JSON line: sha256, files, bytes, and newest if there is one. 0, or -1 with errno. */
int at_manifest_write(const struct at_manifest *manifest, FILE *out);

#endif
