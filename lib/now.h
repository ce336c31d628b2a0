/* The clock that everything is timed by. */
#ifndef ATESOR_NOW_H
#define ATESOR_NOW_H

#include <stdint.h>

/* CLOCK_MONOTONIC in ns. */
uint64_t at_now_ns(void);

#endif
