/* The file "config" in the directory of the link that was called (format: atesor-cc(1)). */
#ifndef ATESOR_CC_CONFIG_H
#define ATESOR_CC_CONFIG_H

#include "call.h"
#include "text.h"

/* Finds the link that was called: its directory, name and configuration. Ends the wrapper if there is none. */
void find_self(struct call *call);

/* What the configuration says about the link: the real program, its set of flags, its first arguments; and the tree. */
void find_link(struct call *call);

/* Adds the REST of every configuration line `KEY WANTED REST` to `list`, borrowed from the configuration. */
void collect(const struct call *call, const char *key, const char *wanted, struct list *list);

#endif
