#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "number.h"
#include "probe_system.h"

static char *first_line(const char *directory, const char *name)
{
	struct at_buffer text = AT_BUFFER_INIT;
	char *path = at_format("%s/%s", directory, name);
	char *line = !at_buffer_read_file(&text, path, 4096) && text.length ? at_strndup(text.data, strcspn(text.data, "\n")) : NULL;

	at_buffer_free(&text);
	free(path);
	return line;
}

/* "150000 100000": of each period (µs) so much. "max" is no limit: 0. */
static double quota_2(const char *directory)
{
	char *line = first_line(directory, "cpu.max");
	double quota = 0, period = 0;

	if (line && sscanf(line, "%lf %lf", &quota, &period) != 2)
		quota = 0;
	free(line);
	return quota > 0 && period > 0 ? quota / period : 0;
}

static double quota_1(const char *directory)
{
	char *quota = first_line(directory, "cpu.cfs_quota_us"), *period = first_line(directory, "cpu.cfs_period_us");
	double most = 0, each = 0;
	bool good = quota && period && !at_parse_real(quota, &most) && !at_parse_real(period, &each) && most > 0 && each > 0;

	free(quota);
	free(period);
	return good ? most / each : 0;
}

/* The least quota of the group at `path` below `root` and those above it; 0: none. */
static double least_quota(const char *root, const char *path, size_t length, double (*quota)(const char *directory))
{
	double least = 0;

	for (;;) {
		char *directory = at_format("%s%.*s", root, (int)length, path);
		double here = quota(directory);
		free(directory);
		if (here > 0 && (least <= 0 || here < least))
			least = here;
		if (!length)
			return least;
		while (length && path[--length] != '/')
			;
	}
}

/* /proc/self/cgroup: "0::/path" (version 2) and "4:cpu,cpuacct:/path" (version 1). */
bool at_write_cpu_quota(struct at_json *json)
{
	struct at_buffer text = AT_BUFFER_INIT;
	double least = 0;

	if (!at_buffer_read_file(&text, "/proc/self/cgroup", 1 << 16))
		for (const char *line = text.data; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
			const char *path = strchr(line, '/');
			bool second = !strncmp(line, "0::", 3);
			size_t length = path ? strcspn(path, "\n") : 0;
			if (!path || (!second && !strstr(line, "cpu,cpuacct:") && !strstr(line, ":cpu:")))
				continue;
			double here = second ? least_quota("/sys/fs/cgroup", path, length, quota_2) : least_quota("/sys/fs/cgroup/cpu", path,
					length, quota_1);
			if (here > 0 && (least <= 0 || here < least))
				least = here;
		}
	at_buffer_free(&text);
	if (least > 0)
		at_json_real(json, "cpu_quota", least);
	return least > 0;
}
