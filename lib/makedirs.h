/* Makes a directory with those above it, as mkdir -p does. Those that were made stay if a later one fails. */
#ifndef ATESOR_MAKEDIRS_H
#define ATESOR_MAKEDIRS_H

/* 0 if it was made or there is something of that name; -1 with errno. */
int at_make_directories(const char *path);

#endif
