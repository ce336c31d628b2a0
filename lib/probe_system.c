#include "probe_system.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "alloc.h"
#include "buffer.h"
#include "capture.h"
#include "cpus.h"
#include "number.h"
#include "probe_limits.h"

/* The first line of a small file, allocated; NULL if there is none. */
static char *first_line(const char *path)
{
	struct at_buffer text = AT_BUFFER_INIT;
	int failed = at_buffer_read_file(&text, path, 4096);
	char *line = failed || !text.length ? NULL : at_strndup(text.data, strcspn(text.data, "\n"));

	at_buffer_free(&text);
	return line;
}

static bool write_cpus(const struct at_cpus *cpus, struct at_json *json)
{
	at_json_array(json, "cpus_allowed");
	for (size_t i = 0; i < cpus->count; i++)
		at_json_int(json, NULL, cpus->cpu[i]);
	at_json_end(json);
	return cpus->count > 0;
}

static bool write_memory(struct at_json *json)
{
	long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);

	if (pages > 0 && size > 0)
		at_json_uint(json, "memory_bytes", (uint64_t)pages * (uint64_t)size);
	return pages > 0 && size > 0;
}

/* The running system's libc. Asked of getconf, because this program may be linked statically, with another one. */
static bool write_libc(struct at_json *json, struct at_warnings *warnings)
{
	char name[] = "getconf", key[] = "GNU_LIBC_VERSION";
	char *const command[] = { name, key, NULL };
	struct at_capture answer;

	bool known = !at_capture(&answer, command, NULL, NULL, 10) && !answer.code && answer.out.length;
	if (known)
		at_json_bytes(json, "libc", answer.out.data, strcspn(answer.out.data, "\n"));
	else
		at_warnings_add(warnings, "libc_unknown", "getconf GNU_LIBC_VERSION gives no answer: the C library is not known");
	at_capture_free(&answer);
	return known;
}

/* One text or number for each allowed CPU, if all have the file: [{cpu, value}]. */
static bool write_clock(const struct at_cpus *cpus, const char *key, const char *file, bool number, struct at_json *json)
{
	bool begun = false;

	for (size_t i = 0; i < cpus->count; i++) {
		char *path = at_format("/sys/devices/system/cpu/cpu%d/cpufreq/%s", cpus->cpu[i], file);
		char *line = first_line(path);
		uint64_t value = 0;
		free(path);
		if (line && !(number && at_parse_count(line, &value))) {
			if (!begun)
				at_json_array(json, key);
			begun = true;
			at_json_object(json, NULL);
			at_json_int(json, "cpu", cpus->cpu[i]);
			if (number)
				at_json_uint(json, "khz", value);
			else
				at_json_text(json, "name", line);
			at_json_end(json);
		}
		free(line);
	}
	if (begun)
		at_json_end(json);
	return begun;
}

/* Thermal zones give thousandths of a degree Celsius. */
static bool write_temperatures(struct at_json *json)
{
	static const char zones[] = "/sys/class/thermal";
	DIR *stream = opendir(zones);
	bool begun = false;

	for (struct dirent *entry; stream && (entry = readdir(stream));) {
		if (strncmp(entry->d_name, "thermal_zone", 12))
			continue;
		char *temp_path = at_format("%s/%s/temp", zones, entry->d_name), *type_path = at_format("%s/%s/type", zones, entry->d_name);
		char *temp = first_line(temp_path), *type = first_line(type_path);
		double thousandths;
		if (temp && !at_parse_real(temp, &thousandths)) {
			if (!begun)
				at_json_array(json, "temperatures");
			begun = true;
			at_json_object(json, NULL);
			at_json_text(json, "name", type ? type : entry->d_name);
			at_json_real(json, "celsius", thousandths / 1000);
			at_json_end(json);
		}
		free(temp);
		free(type);
		free(temp_path);
		free(type_path);
	}
	if (begun)
		at_json_end(json);
	if (stream)
		closedir(stream);
	return begun;
}

/* CPUs' worth of time that the control group allows. */
static bool write_quota(struct at_json *json)
{
	double quota = at_cpu_quota();

	if (quota > 0)
		at_json_real(json, "cpu_quota", quota);
	return quota > 0;
}

struct fact {
	const char *name;
	bool known;
};

static void write_facts(const struct fact *facts, size_t count, struct at_json *json)
{
	at_json_object(json, "facts");
	for (size_t i = 0; i < count; i++)
		at_json_text(json, facts[i].name, facts[i].known ? "detected" : "absent");
	at_json_end(json);
}

void at_system_write(bool emulated, struct at_json *json, struct at_warnings *warnings)
{
	struct at_cpus cpus = { 0 };
	struct utsname name;
	struct fact facts[9];
	size_t count = 0;

	if (at_cpus_allowed(&cpus))
		at_warnings_add(warnings, "cpus_unknown", "cannot ask for the allowed CPUs: %s", strerror(errno));
	facts[count++] = (struct fact){ "cpus_allowed", write_cpus(&cpus, json) };
	facts[count++] = (struct fact){ "cpu_quota", write_quota(json) };
	facts[count++] = (struct fact){ "memory_bytes", write_memory(json) };
	bool kernel = !uname(&name);
	if (kernel)
		at_json_text(json, "kernel", name.release);
	facts[count++] = (struct fact){ "kernel", kernel };
	if (!emulated) {
		facts[count++] = (struct fact){ "libc", write_libc(json, warnings) };
		facts[count++] = (struct fact){ "governor", write_clock(&cpus, "governor", "scaling_governor", false, json) };
		facts[count++] = (struct fact){ "frequency", write_clock(&cpus, "frequency", "scaling_cur_freq", true, json) };
		facts[count++] = (struct fact){ "temperatures", write_temperatures(json) };
		facts[count++] = (struct fact){ "caches", cpus.count && at_write_caches(cpus.cpu[cpus.count - 1], json) };
	}
	write_facts(facts, count, json);
	at_cpus_free(&cpus);
}
