/* Walks an ar archive: regular (`!<arch>`) or thin (`!<thin>`: the members are files beside it). The symbol and name tables
 * (`/`, `//`, `/SYM64/`) are not members. Every number in it is foreign and checked against the size of the file. */
#ifndef ATESOR_ARCHIVE_H
#define ATESOR_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AT_ARCHIVE_MAGIC = 8 };      /* bytes at the front of a file that tell one */

struct at_archive {
	int descriptor;
	uint64_t size, next;
	bool thin;
	char *names;                /* the table of long names */
	size_t names_bytes;
};

struct at_member {
	char *name;                 /* as stored, without the ending slash; lives until the next call */
	uint64_t header, data;      /* offsets in the archive; data is where a thin archive has nothing */
	uint64_t size;              /* of the member, in a thin archive of the file when it was put in */
};

bool at_is_archive(const char magic[AT_ARCHIVE_MAGIC]);
bool at_is_thin_archive(const char magic[AT_ARCHIVE_MAGIC]);

void at_archive_open(struct at_archive *archive, int descriptor, uint64_t size, bool thin);
/* 1 and the next member; 0 at the end; -1 and what is wrong in *problem (the caller frees): the walk cannot go on. */
int at_archive_next(struct at_archive *archive, struct at_member *member, char **problem);
void at_archive_close(struct at_archive *archive, struct at_member *member);

/* Opens the file of a thin archive's member: `archive_path` is how the archive was named, `root` the directory that must hold
 * the file (after links are resolved), so that a hostile archive cannot point at the machine's other files. A descriptor,
 * or -1 and what is wrong in *problem. */
int at_thin_member_open(const char *archive_path, const char *root, const char *name, char **problem);

#endif
