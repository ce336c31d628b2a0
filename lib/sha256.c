#include "sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void at_sha256_init(struct at_sha256 *hash)
{
	sha256_init(&hash->context);
	hash->bytes = 0;
}

void at_sha256_add(struct at_sha256 *hash, const void *bytes, size_t count)
{
	sha256_update(&hash->context, count, bytes);
	hash->bytes += count;
}

void at_sha256_hex(struct at_sha256 *hash, char hex[AT_SHA256_HEX])
{
	static const char digits[] = "0123456789abcdef";
	uint8_t digest[SHA256_DIGEST_SIZE];

	sha256_digest(&hash->context, sizeof digest, digest);
	for (size_t i = 0; i < sizeof digest; i++) {
		hex[2 * i] = digits[digest[i] >> 4];
		hex[2 * i + 1] = digits[digest[i] & 15];
	}
	hex[2 * sizeof digest] = '\0';
}

int at_sha256_fd(int descriptor, char hex[AT_SHA256_HEX], uint64_t *bytes)
{
	struct at_sha256 hash;
	char block[65536];
	ssize_t got;

	at_sha256_init(&hash);
	while ((got = read(descriptor, block, sizeof block)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		at_sha256_add(&hash, block, (size_t)got);
	}
	if (bytes)
		*bytes = hash.bytes;
	at_sha256_hex(&hash, hex);
	return 0;
}

int at_sha256_file(const char *path, char hex[AT_SHA256_HEX], uint64_t *bytes)
{
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);

	if (descriptor < 0)
		return -1;
	int result = at_sha256_fd(descriptor, hex, bytes);
	int saved = errno;
	close(descriptor);
	errno = saved;
	return result;
}
