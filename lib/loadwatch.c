#include "loadwatch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "now.h"
#include "start_of_file.h"

enum { ZONES_MISSING = 8 };

/* So many numbers separated by blanks, at the front of a text. (scanf would be most of a small static program.) */
static bool whole_numbers(char *text, uint64_t *number, int count)
{
	char *end = text;

	for (int i = 0; i < count; i++, text = end) {
		number[i] = strtoull(text, &end, 10);
		if (end == text)
			return false;
	}
	return true;
}

static bool read_pressure(const char *path, uint64_t *stall_us)
{
	char text[256];

	at_start_of_file(path, text, sizeof text);
	char *at = strstr(text, "total=");
	return !strncmp(text, "some", 4) && at && whole_numbers(at + 6, stall_us, 1);
}

static void read_busy(struct at_load *load)
{
	enum { USER, NICE, SYSTEM, IDLE, IOWAIT, IRQ, SOFTIRQ, STEAL, FIELDS };
	uint64_t ticks[FIELDS];
	char text[256];

	at_start_of_file("/proc/stat", text, sizeof text);
	load->has_busy = !strncmp(text, "cpu ", 4) && whole_numbers(text + 4, ticks, FIELDS);
	if (!load->has_busy)
		return;
	uint64_t tick_ns = 1000000000u / (uint64_t)sysconf(_SC_CLK_TCK);
	load->busy_ns = (ticks[USER] + ticks[NICE] + ticks[SYSTEM] + ticks[IRQ] + ticks[SOFTIRQ]) * tick_ns;
	load->steal_ns = ticks[STEAL] * tick_ns;
}

static uint64_t cpu_time_ns(int who)
{
	struct rusage usage;

	getrusage(who, &usage);
	return ((uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec) * 1000000000u +
			((uint64_t)usage.ru_utime.tv_usec + (uint64_t)usage.ru_stime.tv_usec) * 1000u;
}

static void read_policy(int cpu, const char *name, char *text, size_t size)
{
	char path[96];

	snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/%s", cpu, name);
	at_start_of_file(path, text, size);
	text[strcspn(text, "\n")] = '\0';
}

uint64_t at_load_clock(int cpu)
{
	char text[64];
	uint64_t khz;

	if (cpu < 0)
		return 0;
	read_policy(cpu, "scaling_cur_freq", text, sizeof text);
	return whole_numbers(text, &khz, 1) ? khz : 0;
}

double at_load_celsius(void)
{
	char path[64], text[32];
	char *end;
	double hottest = NAN;

	/* The numbers have gaps where a driver is missing. */
	for (int zone = 0, missing = 0; missing < ZONES_MISSING; zone++) {
		snprintf(path, sizeof path, "/sys/class/thermal/thermal_zone%d/temp", zone);
		missing = access(path, F_OK) ? missing + 1 : 0;
		at_start_of_file(path, text, sizeof text);
		double celsius = (double)strtol(text, &end, 10) / 1000;
		if (end > text)
			hottest = fmax(hottest, celsius);
	}
	return hottest;
}

void at_load_read(struct at_load *load, int cpu)
{
	char text[128];

	*load = (struct at_load){ .at_ns = at_now_ns(), .own_ns = cpu_time_ns(RUSAGE_SELF) + cpu_time_ns(RUSAGE_CHILDREN) };
	at_start_of_file("/proc/loadavg", text, sizeof text);
	char *at = text, *end;
	for (int i = 0; i < 3; i++, at = end) {
		load->average[i] = strtod(at, &end);
		load->has_average = end > at;
	}
	load->has_pressure = read_pressure("/proc/pressure/cpu", &load->cpu_stall_us) &&
			read_pressure("/proc/pressure/io", &load->io_stall_us) && read_pressure("/proc/pressure/memory", &load->memory_stall_us);
	read_busy(load);
	load->frequency_khz = at_load_clock(cpu);
	if (cpu >= 0)
		read_policy(cpu, "scaling_governor", load->governor, sizeof load->governor);
	load->celsius = at_load_celsius();
}

double at_load_of_others(const struct at_load *before, const struct at_load *after)
{
	double seconds = (double)(after->at_ns - before->at_ns) / 1e9;

	if (!before->has_busy || !after->has_busy || seconds < 0.1)
		return NAN;
	double busy = (double)(after->busy_ns - before->busy_ns) / 1e9, own = (double)(after->own_ns - before->own_ns) / 1e9;
	return fmax(0, (busy - own) / seconds);
}

void at_load_write(const struct at_load *load, const char *key, struct at_json *json)
{
	at_json_object(json, key);
	if (load->has_average) {
		at_json_real(json, "load_1m", load->average[0]);
		at_json_real(json, "load_5m", load->average[1]);
		at_json_real(json, "load_15m", load->average[2]);
	}
	if (load->has_pressure) {
		at_json_uint(json, "psi_cpu_some_us", load->cpu_stall_us);
		at_json_uint(json, "psi_io_some_us", load->io_stall_us);
		at_json_uint(json, "psi_memory_some_us", load->memory_stall_us);
	}
	if (load->has_busy) {
		at_json_uint(json, "busy_ns", load->busy_ns);
		at_json_uint(json, "steal_ns", load->steal_ns);
	}
	if (load->frequency_khz)
		at_json_uint(json, "frequency_khz", load->frequency_khz);
	if (load->governor[0])
		at_json_text(json, "governor", load->governor);
	if (!isnan(load->celsius))
		at_json_real(json, "celsius", load->celsius);
	at_json_end(json);
}
