#include "perf_script.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "perf_source.h"
#include "table.h"

enum { LINE_LIMIT = 1 << 16 };

struct reader {
	const struct at_perf_sink *sink;
	struct at_perf_info *info;
	struct at_table process;       /* tid → pid, as the tasks tell it */
	uint64_t chains;               /* samples without an address on their line: their call chains follow */
};

static void give(const struct reader *reader, const struct at_perf_event *event)
{
	reader->sink->event(reader->sink->argument, event);
}

static char *skip_blanks(char *at)
{
	while (*at == ' ' || *at == '\t')
		at++;
	return at;
}

static size_t token_length(const char *at)
{
	return strcspn(at, " \t");
}

/* Number in `base` up to one of `ends` (or the end of the text); moves *at to that. */
static bool number(const char **at, int base, const char *ends, uint64_t *value)
{
	char *end;

	if (!isxdigit((unsigned char)**at))
		return false;
	errno = 0;
	*value = strtoull(*at, &end, base);
	if (errno || end == *at || (*end && !strchr(ends, *end)))
		return false;
	*at = end;
	return true;
}

/* "1493" or "1493/1494"; -1 is the kernel. */
static bool process(const char **at, const char *ends, struct at_perf_event *event)
{
	uint64_t pid, tid = 0;
	bool minus = **at == '-';

	*at += minus;
	if (!number(at, 10, "/ \t", &pid) && !number(at, 10, ends, &pid))
		return false;
	if (**at == '/') {
		++*at;
		if (!number(at, 10, ends, &tid))
			return false;
	} else {
		tid = pid;
	}
	event->pid = minus ? AT_PERF_KERNEL : (uint32_t)pid;
	event->tid = (uint32_t)tid;
	return true;
}

/* "11303.922222:" */
static bool is_time(const char *token, size_t length)
{
	size_t digits = strspn(token, "0123456789");

	return digits && token[digits] == '.' && length > digits + 2 && token[length - 1] == ':' &&
		digits + 1 + strspn(token + digits + 1, "0123456789") == length - 1;
}

/* The token that is a time; NULL if there is none before `end`. */
static char *find_time(char *line, const char *end)
{
	for (char *at = skip_blanks(line); *at && at < end; at = skip_blanks(at + token_length(at)))
		if (is_time(at, token_length(at)))
			return at;
	return NULL;
}

static bool hex_token(const char *at, uint64_t *value)
{
	const char *end = at;

	return number(&end, 16, " \t", value);
}

/* "<hex>]" behind the offset of a map, or "MAJOR:MINOR INODE GENERATION]". */
static void read_map_id(const char *at, struct at_perf_build_id *id)
{
	at += strspn(at, " ");
	if (*at++ != '<')
		return;
	for (; isxdigit((unsigned char)at[0]) && isxdigit((unsigned char)at[1]) && id->size < AT_PERF_BUILD_ID; at += 2) {
		const char pair[3] = { at[0], at[1], 0 };
		id->bytes[id->size++] = (uint8_t)strtoul(pair, NULL, 16);
	}
	if (*at != '>')
		id->size = 0;
}

/* "2/MMAP2 pid/tid: [0xA(0xL) @ 0xOFF …]: r-xp path" from the pid on. */
static bool read_map(const struct reader *reader, const char *at)
{
	struct at_perf_event event = { .kind = AT_PERF_MAP };

	if (!process(&at, ":", &event) || strncmp(at, ": [", 3))
		return false;
	at += 3;
	if (!number(&at, 16, "(", &event.start) || *at++ != '(' || !number(&at, 16, ")", &event.length) || strncmp(at, ") @ ", 4))
		return false;
	at += 4;
	if (!number(&at, 16, " ]", &event.offset))
		return false;
	read_map_id(at, &event.id);
	at = strstr(at, "]: ");
	if (!at)
		return false;
	at += 3;
	size_t rights = strcspn(at, " ");
	event.executable = memchr(at, 'x', rights);
	event.path = at + rights + (at[rights] == ' ');
	give(reader, &event);
	return true;
}

/* "(pid:tid):(ppid:ptid)" */
static bool read_task(struct reader *reader, enum at_perf_kind kind, const char *at, bool fresh)
{
	struct at_perf_event event = { .kind = kind, .fresh = fresh };
	uint64_t pid, tid, parent;

	if (*at++ != '(' || !number(&at, 10, ":", &pid) || *at++ != ':' || !number(&at, 10, ")", &tid) || strncmp(at, "):(", 3))
		return false;
	at += 3;
	if (!number(&at, 10, ":", &parent))
		parent = UINT32_MAX - 1;      /* -1: perf does not know it */
	event.pid = (uint32_t)pid;
	event.tid = (uint32_t)tid;
	event.parent = (uint32_t)parent;
	if (kind == AT_PERF_FORK)
		*at_table_at(&reader->process, tid) = pid;
	give(reader, &event);
	return true;
}

/* "name:pid/tid", where the name may hold anything. */
static bool read_exec(const struct reader *reader, const char *at)
{
	struct at_perf_event event = { .kind = AT_PERF_EXEC };
	const char *colon = strrchr(at, ':');

	if (!colon)
		return false;
	colon++;
	if (!process(&colon, "", &event))
		return false;
	give(reader, &event);
	return true;
}

static bool starts(const char **at, const char *prefix)
{
	size_t length = strlen(prefix);
	bool same = !strncmp(*at, prefix, length);

	*at += same ? length : 0;
	return same;
}

/* What follows "PERF_RECORD_". */
static bool read_record(struct reader *reader, const char *at, char *time)
{
	reader->info->records++;
	if (starts(&at, "MMAP2 ") || starts(&at, "MMAP "))
		return read_map(reader, at);
	if (starts(&at, "FORK"))      /* perf gives what it found at the start the time 0 */
		return read_task(reader, AT_PERF_FORK, at, time && strtod(time, NULL) <= 0);
	if (starts(&at, "EXIT"))
		return read_task(reader, AT_PERF_EXIT, at, false);
	if (starts(&at, "COMM exec: "))
		return read_exec(reader, at);
	if (starts(&at, "LOST_SAMPLES lost ") || starts(&at, "LOST lost ")) {
		uint64_t lost;
		if (number(&at, 10, " \t", &lost))
			reader->info->lost += lost;
	}
	return true;
}

/* `perf script` with other fields may give the thread only: its process is known from the tasks. */
static void sample(struct reader *reader, struct at_perf_event *event, uint64_t ip)
{
	const uint64_t *pid = at_table_find(&reader->process, event->tid);

	if (pid && event->tid == event->pid)
		event->pid = (uint32_t)*pid;
	event->kind = AT_PERF_SAMPLE;
	event->ip = ip;
	reader->info->records++;
	give(reader, event);
}

/* The process of a sample: the last token before the time that is a number, not the "[001]" of the CPU. */
static bool process_before(char *line, const char *time, struct at_perf_event *event)
{
	bool found = false;

	for (char *at = skip_blanks(line); *at && at < time; at = skip_blanks(at + token_length(at))) {
		const char *token = at;
		if (isdigit((unsigned char)*at) && process(&token, " \t", event))
			found = true;
	}
	return found;
}

/* Behind the time: perhaps the name of the event, which ends in ':', then the address. */
static bool read_timed(struct reader *reader, char *line, char *time)
{
	struct at_perf_event event = { 0 };
	uint64_t ip;
	char *at;

	if (!process_before(line, time, &event))
		return false;
	at = time;
	for (char *next = at; *next; next = skip_blanks(next + token_length(next)))
		if (next[token_length(next) - 1] == ':')
			at = next;
	at = skip_blanks(at + token_length(at));
	if (!*at) {
		reader->chains++;
		return true;
	}
	if (!hex_token(at, &ip))
		return false;
	sample(reader, &event, ip);
	return true;
}

/* Without a time: "pid ip". */
static bool read_untimed(struct reader *reader, char *line)
{
	struct at_perf_event event = { 0 };
	const char *token = skip_blanks(line);
	uint64_t ip;

	if (!process(&token, " \t", &event))
		return false;
	if (!hex_token(skip_blanks((char *)token), &ip))
		return false;
	sample(reader, &event, ip);
	return true;
}

static bool read_line(struct reader *reader, char *line)
{
	char *record = strstr(line, "PERF_RECORD_"), *first = skip_blanks(line);

	if (!*first || *first == '#')
		return true;
	char *time = find_time(line, record ? record : line + strlen(line));
	if (record)
		return read_record(reader, record + strlen("PERF_RECORD_"), time);
	if (time)
		return read_timed(reader, line, time);
	return read_untimed(reader, line);
}

char *at_perf_script_read(const char *path, const struct at_perf_sink *sink, struct at_perf_info *info)
{
	struct reader reader = { .sink = sink, .info = info };
	struct at_perf_source source;
	char *line;

	if (at_perf_source_open(&source, path))
		return at_format("cannot open: %s", strerror(errno));
	while ((line = at_perf_source_line(&source, LINE_LIMIT)))
		if (!read_line(&reader, line))
			info->stray++;
	char *problem = source.error ? at_format("cannot read: %s", strerror(source.error)) : NULL;
	at_perf_source_close(&source);
	at_table_free(&reader.process);
	/* perf prints the addresses of chains relative to their files: they cannot be looked up in the maps. */
	if (!problem && reader.chains)
		problem = at_strdup("it holds call chains: print it again with perf script -G");
	if (!problem && !info->records)
		problem = at_strdup("there is no line of perf script in it");
	return problem;
}
