/* What is in a tree at one moment, by inode facts only (size, times, inode, mode; no content), and what is different later: how a
 * build's outputs are found. Everything called .git, .hg or .svn is left out, and directories count only as the way to files. */
#ifndef ATESOR_SNAPSHOT_H
#define ATESOR_SNAPSHOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct at_snapshot_file {
	const char *path;            /* in the snapshot's text */
	int64_t size_bytes, mtime_ns, ctime_ns;
	uint64_t inode;
	unsigned mode;
};

struct at_snapshot {
	char *text;                  /* owned */
	struct at_snapshot_file *file;    /* owned; sorted by path */
	size_t count;
};

/* Writes the snapshot of `directory`: a line "atesor-snapshot 1", then for each file
 *   MODE(octal) SIZE MTIME_NS CTIME_NS INODE PATH NUL
 * 0, or -1 after a message. */
int at_snapshot_write(const char *directory, FILE *out);

/* Takes over `text` (allocated, NUL-terminated behind `length` bytes). 0, or -1 if it is not such a snapshot: then it is
 * freed. */
int at_snapshot_parse(struct at_snapshot *snapshot, char *text, size_t length);
void at_snapshot_free(struct at_snapshot *snapshot);

/* Reads the snapshot from the file `since` ("-": stdin). One JSON line for each file that is not as it says: path, change (added,
 * changed, removed), and kind (at_kind_name) for what is there now. 0, or -1 after a message. */
int at_snapshot_changed(const char *directory, const char *since, FILE *out);

#endif
