/* What a program prints, kept until it has ended: up to 32 KiB in memory, and what is more in an unlinked file, so that 500 MB
 * cost no memory. It is read straight into that memory. Owns the file and the memory. Start with at_spool_open; one spool serves
 * many runs. */
#ifndef ATESOR_SPOOL_H
#define ATESOR_SPOOL_H

#include <stddef.h>
#include <stdint.h>

enum { AT_SPOOL_MEMORY = 32768 };

struct at_spool {
	int file;                 /* −1 until it is needed */
	const char *directory;    /* where the file goes; the caller's */
	uint64_t bytes;           /* in all */
	size_t used;              /* of memory: the newest bytes; those before are in the file */
	int error;                /* errno of the first write that failed; 0 */
	char *memory;             /* AT_SPOOL_MEMORY bytes, of which the kernel gives only those that are used */
};

void at_spool_open(struct at_spool *spool, const char *directory);
void at_spool_reset(struct at_spool *spool);

/* Room for at least one byte, to read into; `size` says how much. Then at_spool_added keeps so many of them, or nothing does and
 * they are forgotten. */
char *at_spool_room(struct at_spool *spool, size_t *size);
void at_spool_added(struct at_spool *spool, size_t count);

/* Calls `take` with all that was added, in order. 0, or −1 with errno. */
int at_spool_read(struct at_spool *spool, void (*take)(void *context, const char *bytes, size_t count), void *context);
void at_spool_close(struct at_spool *spool);

#endif
