/* Reads the text that `perf script -F pid,ip,time -G --show-mmap-events --show-task-events` prints, line by line. More fields
 * (comm, tid, cpu, event) do no harm; call chains (recorded with -g, printed without -G) are refused. The lines are in order of
 * time already. */
#ifndef ATESOR_PERF_SCRIPT_H
#define ATESOR_PERF_SCRIPT_H

#include "perf_data.h"

/* As at_perf_data_read. Lines that are none of these are counted in info->stray. */
char *at_perf_script_read(const char *path, const struct at_perf_sink *sink, struct at_perf_info *info);

#endif
