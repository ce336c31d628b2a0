/* SHA-256 by nettle (which uses the processor's SHA instructions where it has them). */
#ifndef ATESOR_SHA256_H
#define ATESOR_SHA256_H

#include <nettle/sha2.h>
#include <stddef.h>
#include <stdint.h>

#define AT_SHA256_HEX 65      /* 64 digits and the NUL */

struct at_sha256 {
	struct sha256_ctx context;
	uint64_t bytes;           /* how many went in */
};

void at_sha256_init(struct at_sha256 *hash);
void at_sha256_add(struct at_sha256 *hash, const void *bytes, size_t count);
void at_sha256_hex(struct at_sha256 *hash, char hex[AT_SHA256_HEX]);      /* ends the hash */

/* A whole file, from the descriptor's position. 0, or -1 with errno. `bytes` may be NULL. */
int at_sha256_fd(int descriptor, char hex[AT_SHA256_HEX], uint64_t *bytes);
int at_sha256_file(const char *path, char hex[AT_SHA256_HEX], uint64_t *bytes);

#endif
