/* Copies of files that keep what counts: content, holes, mode, owner (where permitted), times to the nanosecond, extended
 * attributes (not those of symbolic links). Blocks are shared where the file system can (FICLONE), else copied in the kernel
 * (copy_file_range), else read and written. Sources are never written; a source that changes while it is copied is an error.
 * The copy of a whole directory is in copytree.h. */
#ifndef ATESOR_COPY_H
#define ATESOR_COPY_H

#include <sys/stat.h>

/* One file, symbolic link or FIFO: `from_name` in `from` becomes `to_name` in `to`, which must not exist. `status` is what
 * fstatat said of the source; `path` names it in messages. Sockets, devices and directories are refused. 0; or -1 after a
 * message, and then nothing of it is left. */
int at_copy_entry(int from, const char *from_name, const struct stat *status, int to, const char *to_name, const char *path);

/* Owner, attributes, mode and times, in the order in which none undoes another. Without the right to give the owner away, set-id
 * bits are not kept either. 0, or -1 with errno. */
int at_copy_metadata(int from, int to, const struct stat *status);

#endif
