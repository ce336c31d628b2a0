/* Numbers as people type them. All of the text must be the number; 0, or -1 and the target is untouched. */
#ifndef ATESOR_NUMBER_H
#define ATESOR_NUMBER_H

#include <stdint.h>

int at_parse_count(const char *text, uint64_t *value);  /* decimal, no sign */
int at_parse_bytes(const char *text, uint64_t *value);  /* decimal with an optional K, M or G (powers of 1024) */
int at_parse_real(const char *text, double *value);     /* finite */

#endif
