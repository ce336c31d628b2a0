#include "bar_memory.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "start_of_file.h"

enum { DEPTH_MOST = 8 };

static uint64_t resident_of(pid_t pid)
{
	char path[48], text[128], *end;

	snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
	at_start_of_file(path, text, sizeof text);
	strtoull(text, &end, 10);
	return strtoull(end, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) / 1024;
}

static uint64_t kib_of(const char *path, const char *key)
{
	char text[4096];

	at_start_of_file(path, text, sizeof text);
	char *at = strstr(text, key);
	return at ? strtoull(at + strlen(key), NULL, 10) : 0;
}

static uint64_t status_of(pid_t pid, const char *key)
{
	char path[48];

	snprintf(path, sizeof path, "/proc/%ld/status", (long)pid);
	return kib_of(path, key);
}

static uint64_t peak_of(pid_t pid)
{
	return status_of(pid, "VmHWM:");
}

static uint64_t sum(pid_t pid, uint64_t (*one)(pid_t), int depth)
{
	char path[64], text[4096], *end;
	uint64_t total = one(pid);

	snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
	DIR *threads = depth < DEPTH_MOST ? opendir(path) : NULL;
	for (struct dirent *entry; threads && (entry = readdir(threads));) {
		if (*entry->d_name == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%ld/task/%.12s/children", (long)pid, entry->d_name);
		at_start_of_file(path, text, sizeof text);
		char *at = text;
		for (long child = strtol(at, &end, 10); end > at && child > 0; child = strtol(at, &end, 10)) {
			total += sum((pid_t)child, one, depth + 1);
			at = end;
		}
	}
	if (threads)
		closedir(threads);
	return total;
}

uint64_t at_resident_kib(pid_t pid)
{
	return sum(pid, resident_of, 0);
}

uint64_t at_peak_kib(pid_t pid)
{
	return sum(pid, peak_of, 0);
}

uint64_t at_data_kib(pid_t pid)
{
	return status_of(pid, "VmData:");
}

uint64_t at_available_bytes(void)
{
	return kib_of("/proc/meminfo", "MemAvailable:") * 1024;
}
