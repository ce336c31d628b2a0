/* How much memory a process and the processes below it use now, and used at most. */
#ifndef ATESOR_BAR_MEMORY_H
#define ATESOR_BAR_MEMORY_H

#include <stdint.h>
#include <sys/types.h>

/* Resident, in KiB, summed; 0 when the process is gone. Cheap: two small files of /proc a process and thread. */
uint64_t at_resident_kib(pid_t pid);

/* The peaks (VmHWM), summed over the processes that are there now. Unlike the ru_maxrss of wait4(2) this has nothing of the
 * process that they were started from. */
uint64_t at_peak_kib(pid_t pid);

/* What it has reserved to write to (VmData), whether it uses it or not; 0 when it is gone. */
uint64_t at_data_kib(pid_t pid);

/* What the machine could give to a new program (MemAvailable), in bytes; 0: not known. */
uint64_t at_available_bytes(void);

#endif
