/* Whether an emulator of foreign (or other) processors is there and knows a model of one. */
#ifndef ATESOR_HASH_QEMU_H
#define ATESOR_HASH_QEMU_H

/* The file of qemu-ARCH or qemu-ARCH-static in PATH, allocated; NULL: there is none. */
char *at_hash_qemu_find(const char *arch);

/* Runs a program of a few bytes on the model (as QEMU_CPU takes it), which has to end with exit 0 and say nothing. NULL: it did;
 * else why not, allocated. `arch` is x86_64, riscv64 or aarch64. */
char *at_hash_qemu_refuses(const char *qemu, const char *arch, const char *model);

#endif
