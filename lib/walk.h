/* Walks a directory tree by descriptors: every step is openat and fstatat without following symbolic links, so no path is too
 * long, and a tree that changes under the walk cannot lead it outside. The way up is "..", checked by device and inode; one
 * directory is open at a time, whatever the depth. Names come sorted by bytes, so two walks of equal trees are equal.
 *
 * Errors are said on stderr with the path where they happened; the functions then return -1. */
#ifndef ATESOR_WALK_H
#define ATESOR_WALK_H

#include <sys/stat.h>

enum at_visit {
	AT_VISIT_ENTER,   /* a directory, before what it holds */
	AT_VISIT_LEAVE,   /* the same directory, after what it holds; `status` is still the one of ENTER */
	AT_VISIT_ENTRY    /* anything else */
};

struct at_entry {
	enum at_visit visit;
	int parent;               /* the directory that holds `name`; for the root: the root itself */
	int self;                 /* ENTER and LEAVE: the directory; else -1 */
	const char *name;         /* "." for the root */
	const char *path;         /* relative to the root; "." for the root */
	struct stat status;       /* of the entry itself, never of a link's target */
};

enum at_walk_answer {
	AT_WALK_ON = 0,
	AT_WALK_SKIP = 1,         /* to ENTER: not inside, and no LEAVE */
	AT_WALK_STOP = -1         /* the visitor said why */
};

enum at_walk_flag {
	AT_WALK_NO_VCS = 1,       /* leave out everything that is called .git, .hg or .svn */
	AT_WALK_FORCE = 2         /* make a directory that cannot be opened accessible to its owner first */
};

typedef enum at_walk_answer at_visitor(void *context, const struct at_entry *entry);

/* `label` is what messages call the root. 0, or -1 after a message. The descriptor `root` stays open and the caller's. */
int at_walk(int root, const char *label, unsigned flags, at_visitor *visit, void *context);

/* Opens `path` (links followed: it is what the person named) as a root. The descriptor, or -1 after a message. */
int at_open_root(const char *path);

/* Whether nothing in the content or the inode changed between two looks: device, inode, size, mtime, ctime. */
int at_same_status(const struct stat *a, const struct stat *b);

#endif
