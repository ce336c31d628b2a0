#include "probe_limits.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "number.h"

/* A limit that is none: the kernel's largest number of pages, as version 1 shows it. */
#define NO_LIMIT 1e18

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

/* What is left of a limit: the file's number, less what is used and not merely kept. 0: no limit. */
static double memory_left(const char *directory, const char *limit_file, const char *used_file, const char *kept_key)
{
	struct at_buffer text = AT_BUFFER_INIT;
	char *limit = first_line(directory, limit_file), *used = first_line(directory, used_file);
	char *path = at_format("%s/memory.stat", directory);
	double most = 0, now = 0, kept = 0;
	bool good = limit && used && !at_parse_real(limit, &most) && !at_parse_real(used, &now) && most > 0 && most < NO_LIMIT;

	if (good && !at_buffer_read_file(&text, path, 1 << 16) && text.length) {
		const char *at = strstr(text.data, kept_key);
		kept = at ? strtod(at + strlen(kept_key), NULL) : 0;
	}
	double left = most - (now > kept ? now - kept : 0);
	at_buffer_free(&text);
	free(path);
	free(limit);
	free(used);
	return !good ? 0 : left > 1 ? left : 1;
}

static double memory_2(const char *directory)
{
	return memory_left(directory, "memory.max", "memory.current", "\ninactive_file ");
}

static double memory_1(const char *directory)
{
	return memory_left(directory, "memory.limit_in_bytes", "memory.usage_in_bytes", "\ntotal_inactive_file ");
}

/* The least that the group at `path` below `root` and those above it give; 0: no limit. */
static double least_of(const char *root, const char *path, size_t length, double (*limit)(const char *directory))
{
	double least = 0;

	for (;;) {
		char *directory = at_format("%s%.*s", root, (int)length, path);
		double here = limit(directory);
		free(directory);
		if (here > 0 && (least <= 0 || here < least))
			least = here;
		if (!length)
			return least;
		while (length && path[--length] != '/')
			;
	}
}

/* A controller of version 1, and what it is in version 2. */
struct controller {
	const char *name, *root;
	double (*limit_1)(const char *directory), (*limit_2)(const char *directory);
};

static bool names(const char *line, const char *name)
{
	const char *at = strchr(line, ':'), *end = at ? strchr(at + 1, ':') : NULL;
	size_t length = strlen(name);

	/* "4:cpu,cpuacct:/path" */
	for (; end && at < end; at += 1 + strcspn(at + 1, ",:"))
		if (!strncmp(at + 1, name, length) && (at[1 + length] == ',' || at[1 + length] == ':'))
			return true;
	return false;
}

/* /proc/self/cgroup: "0::/path" (version 2) and "4:cpu,cpuacct:/path" (version 1). */
static double least(const struct controller *controller)
{
	struct at_buffer text = AT_BUFFER_INIT;
	double found = 0;

	if (!at_buffer_read_file(&text, "/proc/self/cgroup", 1 << 16))
		for (const char *line = text.data; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
			const char *path = strchr(line, '/');
			bool second = !strncmp(line, "0::", 3);
			size_t length = path ? strcspn(path, "\n") : 0;
			if (!path || (!second && !names(line, controller->name)))
				continue;
			double here = second ? least_of("/sys/fs/cgroup", path, length, controller->limit_2) :
					least_of(controller->root, path, length, controller->limit_1);
			if (here > 0 && (found <= 0 || here < found))
				found = here;
		}
	at_buffer_free(&text);
	return found;
}

double at_cpu_quota(void)
{
	static const struct controller cpu = { "cpu", "/sys/fs/cgroup/cpu", quota_1, quota_2 };

	return least(&cpu);
}

uint64_t at_group_memory(void)
{
	static const struct controller memory = { "memory", "/sys/fs/cgroup/memory", memory_1, memory_2 };

	return (uint64_t)least(&memory);
}
