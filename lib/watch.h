/* Proof that a file keeps its content: hashed once, and again only when its status changed. */
#ifndef ATESOR_WATCH_H
#define ATESOR_WATCH_H

#include <stdbool.h>
#include <sys/stat.h>

#include "sha256.h"

struct at_watch {
	const char *path;                 /* the caller's */
	struct stat status;
	char sha256[AT_SHA256_HEX];
	uint64_t bytes;
};

/* 0, or −1 with errno. A file that is not regular is watched by its status only, and sha256 is empty. */
int at_watch_start(struct at_watch *watch, const char *path);

/* Whether the content differs from the start, or is gone. `thorough` hashes even if the status is the same. */
bool at_watch_changed(struct at_watch *watch, bool thorough);

#endif
