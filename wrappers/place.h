/* Where a path lies: in the tree or outside. By the text alone: no link is followed. */
#ifndef ATESOR_CC_PLACE_H
#define ATESOR_CC_PLACE_H

#include <stdbool.h>

#include "call.h"

/* The part of an absolute path below the tree, or the path as it is: where the tree itself lies decides nothing. */
const char *below(const struct call *call, const char *path);

/* A path as it is called below the tree, without a slash in front; one outside stays absolute. */
const char *from_tree(const struct call *call, const char *path);

/* Is it outside the tree? Not: standard input and output ("-"), devices, or anything if the tree is not known. */
bool outside(const struct call *call, const char *path);

#endif
