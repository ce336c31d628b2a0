/* perfsynth [--pipe] [--big] [--script] [--no-ids] [--events N] < scenario > perf.data: makes recordings for tests.
 *
 * A scenario has a line a record; each is 1000 ns later than the one before it, unless `at` says otherwise:
 *   at NS                                   the time of the next record
 *   map PID START LENGTH OFFSET PATH [ID]   executable; PID -1 is the kernel; ID: build-id in hex
 *   data PID START LENGTH OFFSET PATH       not executable
 *   fork PID TID PPID PTID [fresh]
 *   exit PID TID PPID PTID
 *   exec PID NAME
 *   sample PID IP [MODE [EVENT]]            MODE: u (user), k (kernel), g (guest), e (user, exact address)
 *   samples PID START LENGTH COUNT          at random addresses, the same ones each time
 *   id PATH HEX                             the build-id of a path, in the recording's list
 *   round | lost N | unknown TYPE BYTES | aux BYTES
 * --script prints what perf script -F pid,ip,time … prints for it. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool piped, big, script, no_ids;
static unsigned events = 1;
static uint64_t now = 1000000000;

static unsigned char *out;
static size_t length, capacity;

static void put(const void *bytes, size_t count)
{
	if (length + count > capacity) {
		capacity = 2 * capacity + count + 4096;
		out = realloc(out, capacity);
		if (!out)
			exit(3);
	}
	memcpy(out + length, bytes, count);
	length += count;
}

static void number(uint64_t value, unsigned width)
{
	unsigned char bytes[8];

	for (unsigned i = 0; i < width; i++)
		bytes[big ? width - 1 - i : i] = (unsigned char)(value >> 8 * i);
	put(bytes, width);
}

static void poke(size_t at, uint64_t value, unsigned width)
{
	size_t end = length;

	length = at;
	number(value, width);
	length = end;
}

static size_t begin(unsigned type, unsigned misc)
{
	size_t start = length;

	number(type, 4);
	number(misc, 2);
	number(0, 2);
	return start;
}

static void end(size_t start)
{
	poke(start + 6, length - start, 2);
}

static void text(const char *path)
{
	static const char zeros[8];
	size_t count = strlen(path) + 1;

	put(path, count);
	put(zeros, (8 - count % 8) % 8);
}

/* pid, tid, time, id: what sample_id_all appends. */
static void tail(uint64_t pid, uint64_t tid)
{
	number(pid, 4);
	number(tid, 4);
	number(now, 8);
	number(100, 8);
}

static unsigned from_hex(const char *hex, unsigned char id[24])
{
	unsigned count = 0;

	memset(id, 0, 24);
	for (; hex[0] && hex[1] && count < 20; hex += 2) {
		const char pair[3] = { hex[0], hex[1], 0 };
		id[count++] = (unsigned char)strtoul(pair, NULL, 16);
	}
	return count;
}

static void stamp(long long pid)
{
	printf("%5lld %llu.%06llu: ", pid < 0 ? 0 : pid, (unsigned long long)(now / 1000000000),
			(unsigned long long)(now / 1000 % 1000000));
}

static void map(long long pid, uint64_t start, uint64_t bytes, uint64_t offset, const char *path, const char *hex, bool code)
{
	unsigned char id[24];
	unsigned count = hex ? from_hex(hex, id) : 0;

	if (script) {
		stamp(pid);
		printf("PERF_RECORD_MMAP2 %lld/%lld: [%#llx(%#llx) @ %#llx ", pid, pid < 0 ? 0 : pid, (unsigned long long)start,
				(unsigned long long)bytes, (unsigned long long)offset);
		if (hex)
			printf("<%s>]", hex);
		else
			printf("fe:00 1234 0]");
		printf(": r-%cp %s\n", code ? 'x' : '-', path);
		return;
	}
	size_t record = begin(10, (pid < 0 ? 1 : 2) | (hex ? 1 << 14 : 0));
	number((uint64_t)pid, 4);
	number(pid < 0 ? 0 : (uint64_t)pid, 4);
	number(start, 8);
	number(bytes, 8);
	number(offset, 8);
	if (hex) {
		number(count, 1);
		number(0, 1);
		number(0, 2);
		put(id, 20);
	} else {
		number(0xfe, 4);
		number(0, 4);
		number(1234, 8);
		number(0, 8);
	}
	number(code ? 5 : 1, 4);
	number(2, 4);
	text(path);
	tail((uint64_t)pid, (uint64_t)pid);
	end(record);
}

static void task(bool fork, uint64_t pid, uint64_t tid, uint64_t parent, uint64_t parent_tid, bool fresh)
{
	if (script) {
		if (fresh)
			printf("    0     0.000000: ");
		else
			stamp((long long)pid);
		printf("PERF_RECORD_%s(%llu:%llu):(%llu:%llu)\n", fork ? "FORK" : "EXIT", (unsigned long long)pid, (unsigned long long)tid,
				(unsigned long long)parent, (unsigned long long)parent_tid);
		return;
	}
	size_t record = begin(fork ? 7 : 4, fresh ? 1 << 13 : 0);
	number(pid, 4);
	number(parent, 4);
	number(tid, 4);
	number(parent_tid, 4);
	number(now, 8);
	tail(pid, tid);
	end(record);
}

static void exec(uint64_t pid, const char *name)
{
	if (script) {
		stamp((long long)pid);
		printf("PERF_RECORD_COMM exec: %s:%llu/%llu\n", name, (unsigned long long)pid, (unsigned long long)pid);
		return;
	}
	size_t record = begin(3, 1 << 13);
	number(pid, 4);
	number(pid, 4);
	text(name);
	tail(pid, pid);
	end(record);
}

static void sample(uint64_t pid, uint64_t ip, char mode, unsigned event)
{
	if (script) {
		stamp((long long)pid);
		printf("%16llx\n", (unsigned long long)ip);
		return;
	}
	size_t record = begin(9, mode == 'k' ? 1 : mode == 'g' ? 5 : mode == 'e' ? 2 | 1 << 14 : 2);
	number(100 + event, 8);
	number(ip, 8);
	number(pid, 4);
	number(pid, 4);
	number(now, 8);
	number(1000, 8);
	end(record);
}

struct id {
	char path[512], hex[64];
} ids[64];
static unsigned id_count;

static void id_record(const struct id *id)
{
	unsigned char bytes[24];
	unsigned count = from_hex(id->hex, bytes);
	size_t record = begin(67, 2 | 1 << 15);

	bytes[20] = (unsigned char)count;
	number(UINT32_MAX, 4);
	put(bytes, 24);
	text(id->path);
	end(record);
}

static void attr(unsigned event)
{
	/* software, cpu-clock; identifier, ip, tid, time, period; mmap, comm, task, sample_id_all, mmap2, comm_exec */
	static const unsigned bits[] = { 8, 9, 13, 18, 23, 24 };
	unsigned char flags[8] = { 0 };
	size_t start = length;

	for (unsigned i = 0; i < sizeof bits / sizeof *bits; i++)
		if (!(no_ids && bits[i] == 18))
			flags[bits[i] / 8] |= (unsigned char)(1 << (big ? 7 - bits[i] % 8 : bits[i] % 8));
	number(1, 4);
	number(128, 4);
	number(event, 8);
	number(1000, 8);
	number(1 << 16 | 1 << 8 | 1 << 2 | 1 << 1 | 1 << 0, 8);
	number(4, 8);
	put(flags, 8);
	while (length < start + 128)
		number(0, 1);
}

static void line(char *words)
{
	char *word[8] = { NULL };
	unsigned count = 0;

	for (char *at = strtok(words, " \n"); at && count < 8; at = strtok(NULL, " \n"))
		word[count++] = at;
	if (!count || *word[0] == '#')
		return;
#define NUMBER(i) (i < count ? strtoull(word[i], NULL, 0) : 0)
	const char *what = word[0];
	now += strcmp(what, "at") && strcmp(what, "round") && strcmp(what, "id") ? 1000 : 0;
	if (!strcmp(what, "at")) {
		now = NUMBER(1) - 1000;
	} else if (!strcmp(what, "map") || !strcmp(what, "data")) {
		map(strtoll(word[1], NULL, 0), NUMBER(2), NUMBER(3), NUMBER(4), word[5], word[6], *what == 'm');
	} else if (!strcmp(what, "fork") || !strcmp(what, "exit")) {
		task(*what == 'f', NUMBER(1), NUMBER(2), NUMBER(3), NUMBER(4), word[5]);
	} else if (!strcmp(what, "exec")) {
		exec(NUMBER(1), word[2]);
	} else if (!strcmp(what, "sample")) {
		sample(NUMBER(1), NUMBER(2), word[3] ? *word[3] : 'u', (unsigned)NUMBER(4));
	} else if (!strcmp(what, "samples")) {
		uint64_t state = 1;
		for (uint64_t i = 0, n = NUMBER(4); i < n; i++) {
			state = state * 6364136223846793005u + 1442695040888963407u;
			now += 1000;
			sample(NUMBER(1), NUMBER(2) + (state >> 33) % NUMBER(3), 'u', 0);
			if (i % 100000 == 99999 && !script)
				end(begin(68, 0));
		}
	} else if (!strcmp(what, "id")) {
		snprintf(ids[id_count].path, sizeof ids->path, "%s", word[1]);
		snprintf(ids[id_count].hex, sizeof ids->hex, "%s", word[2]);
		if (piped)
			id_record(&ids[id_count]);
		id_count++;
	} else if (script) {
		return;
	} else if (!strcmp(what, "round")) {
		end(begin(68, 0));
	} else if (!strcmp(what, "lost")) {
		size_t record = begin(2, 0);
		number(100, 8);
		number(NUMBER(1), 8);
		tail(0, 0);
		end(record);
	} else if (!strcmp(what, "unknown")) {
		size_t record = begin((unsigned)NUMBER(1), 0);
		for (uint64_t i = 0, n = NUMBER(2); i < n; i++)
			number(i, 1);
		end(record);
	} else if (!strcmp(what, "aux")) {
		size_t record = begin(71, 0);
		number(NUMBER(1), 8);
		for (unsigned i = 0; i < 4; i++)
			number(0, 8);
		end(record);
		for (uint64_t i = 0, n = NUMBER(1); i < n; i++)
			number(0xff, 1);
	} else {
		fprintf(stderr, "perfsynth: unknown word '%s'\n", what);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	char words[4096];

	for (int i = 1; i < argc; i++) {
		piped |= !strcmp(argv[i], "--pipe");
		big |= !strcmp(argv[i], "--big");
		script |= !strcmp(argv[i], "--script");
		no_ids |= !strcmp(argv[i], "--no-ids");
		if (!strcmp(argv[i], "--events"))
			events = (unsigned)atoi(argv[++i]);
	}
	if (script) {
		while (fgets(words, sizeof words, stdin))
			line(words);
		return 0;
	}
	put(big ? "2ELIFREP" : "PERFILE2", 8);
	size_t data = 0;
	if (piped) {
		number(16, 8);
		for (unsigned i = 0; i < events; i++) {
			size_t record = begin(64, 0);
			attr(i);
			number(100 + i, 8);
			end(record);
		}
	} else {
		number(104, 8);
		number(128 + 16, 8);
		while (length < 104)
			number(0, 8);
		size_t id_start = length;
		for (unsigned i = 0; i < events; i++)
			number(100 + i, 8);
		poke(24, length, 8);
		poke(32, (128 + 16) * events, 8);
		for (unsigned i = 0; i < events; i++) {
			attr(i);
			number(id_start + 8 * i, 8);
			number(8, 8);
		}
		data = length;
	}
	while (fgets(words, sizeof words, stdin))
		line(words);
	if (!piped) {
		poke(40, data, 8);
		poke(48, length - data, 8);
		if (id_count) {
			poke(72, 1 << 2, 8);
			size_t table = length;
			number(0, 8);
			number(0, 8);
			poke(table, length, 8);
			size_t start = length;
			for (unsigned i = 0; i < id_count; i++)
				id_record(&ids[i]);
			poke(table + 8, length - start, 8);
		}
	}
	return fwrite(out, 1, length, stdout) == length ? 0 : 3;
}
