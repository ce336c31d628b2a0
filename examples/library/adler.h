#ifndef ADLER_H
#define ADLER_H

#include <stddef.h>

/* The Adler-32 checksum (RFC 1950) of `length` bytes, going on from `sum`; start with 1. */
unsigned long adler(unsigned long sum, const unsigned char *bytes, size_t length);

#endif
