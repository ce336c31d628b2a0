#include "watch.h"

#include <string.h>

#include "walk.h"

int at_watch_start(struct at_watch *watch, const char *path)
{
	*watch = (struct at_watch){ .path = path };
	if (stat(path, &watch->status))
		return -1;
	return S_ISREG(watch->status.st_mode) ? at_sha256_file(path, watch->sha256, &watch->bytes) : 0;
}

bool at_watch_changed(struct at_watch *watch, bool thorough)
{
	char sha256[AT_SHA256_HEX];
	struct stat now;

	if (stat(watch->path, &now))
		return true;
	if (at_same_status(&now, &watch->status) && !thorough)
		return false;
	if (!S_ISREG(now.st_mode))
		return !at_same_status(&now, &watch->status);
	if (at_sha256_file(watch->path, sha256, NULL) || strcmp(sha256, watch->sha256))
		return true;
	watch->status = now;
	return false;
}
