/* Removes a directory tree, write-protected or not, without following links. */
#ifndef ATESOR_REMOVE_H
#define ATESOR_REMOVE_H

/* `name` in `parent` with everything below it; nothing to do if it does not exist. `path` names it in messages. 0, or -1 after a
 * message. */
int at_remove_tree(int parent, const char *name, const char *path);

/* The same for a path as the person gave it. */
int at_remove_path(const char *path);

#endif
