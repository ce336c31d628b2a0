/* The beginning of a small file, such as those of /proc and /sys, without allocation or stdio: for what must stay small and quick. */
#ifndef ATESOR_START_OF_FILE_H
#define ATESOR_START_OF_FILE_H

#include <stddef.h>

/* Reads at most `size` − 1 bytes by one read(2) into `text`, as a string; "" if the file cannot be read. */
void at_start_of_file(const char *path, char *text, size_t size);

#endif
