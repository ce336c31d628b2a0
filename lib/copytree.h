/* A copy of a whole directory, as `cp -a` makes it (see copy.h), hard links between its files included. */
#ifndef ATESOR_COPYTREE_H
#define ATESOR_COPYTREE_H

/* The directory `source` as `target`, which must not exist and must not lie inside `source`. It appears whole or not at all:
 * it is made as target.part (a leftover one is removed first), then renamed. 0, or -1 after a message. */
int at_copy_tree(const char *source, const char *target);

#endif
