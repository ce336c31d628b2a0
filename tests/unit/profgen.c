/* The parts of atesor-profgen that can be asked directly: the mapping tracker against a plain model, the queue that puts events
 * in order, the names, discriminators and hash tables, and the writers against what they must say byte by byte. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "alloc.h"
#include "isa.h"
#include "perf_maps.h"
#include "perf_queue.h"
#include "profgen_rules.h"
#include "profile_read.h"
#include "profile_summary.h"
#include "profile_write.h"
#include "random.h"

static void map(struct at_perf_maps *maps, uint32_t pid, uint64_t start, uint64_t length, uint64_t offset, uint32_t object)
{
	const struct at_perf_event event = { .kind = AT_PERF_MAP, .pid = pid, .tid = pid, .start = start, .length = length,
			.offset = offset };

	at_perf_maps_apply(maps, &event, object);
}

static void task(struct at_perf_maps *maps, enum at_perf_kind kind, uint32_t pid, uint32_t tid, uint32_t parent, bool fresh)
{
	const struct at_perf_event event = { .kind = kind, .pid = pid, .tid = tid, .parent = parent, .fresh = fresh };

	at_perf_maps_apply(maps, &event, AT_PERF_NO_OBJECT);
}

/* The object at an address, or − what at_perf_maps_find said. */
static long find(const struct at_perf_maps *maps, uint32_t pid, uint64_t address, uint64_t *offset)
{
	uint32_t object;
	enum at_perf_found found = at_perf_maps_find(maps, pid, address, &object, offset);

	return found == AT_PERF_FOUND ? (long)object : -(long)found;
}

static void test_maps(void)
{
	struct at_perf_maps *maps = at_perf_maps_new();
	uint64_t offset;

	CHECK(find(maps, 1, 100, &offset) == -AT_PERF_NO_MAPS, "unknown process");
	map(maps, 1, 100, 50, 1000, 7);
	CHECK(find(maps, 1, 99, &offset) == -AT_PERF_NO_MAP, "before");
	CHECK(find(maps, 1, 100, &offset) == 7 && offset == 1000, "first");
	CHECK(find(maps, 1, 149, &offset) == 7 && offset == 1049, "last");
	CHECK(find(maps, 1, 150, &offset) == -AT_PERF_NO_MAP, "behind");
	map(maps, 1, 120, 10, 0, 8);      /* cuts it in two */
	CHECK(find(maps, 1, 119, &offset) == 7 && offset == 1019, "left part");
	CHECK(find(maps, 1, 120, &offset) == 8 && offset == 0, "the newer");
	CHECK(find(maps, 1, 130, &offset) == 7 && offset == 1030, "right part keeps its offset");
	map(maps, 1, UINT64_MAX - 5, 100, 0, 9);
	CHECK(find(maps, 1, UINT64_MAX - 1, &offset) == -AT_PERF_NO_MAP, "a map that wraps around is none");
	map(maps, AT_PERF_KERNEL, 5000, 10, 0, 1);
	CHECK(find(maps, AT_PERF_KERNEL, 5009, &offset) == 1, "the kernel's");
	CHECK(find(maps, 1, 5009, &offset) == -AT_PERF_NO_MAP, "no process's");
	task(maps, AT_PERF_FORK, 2, 2, 1, false);
	task(maps, AT_PERF_FORK, 2, 3, 2, false);
	map(maps, 1, 100, 50, 0, 10);
	CHECK(find(maps, 2, 120, &offset) == 8 && find(maps, 1, 120, &offset) == 10, "a child has its own from then on");
	task(maps, AT_PERF_EXIT, 2, 2, 0, false);
	CHECK(find(maps, 2, 120, &offset) == 8, "a thread is left");
	task(maps, AT_PERF_EXIT, 2, 77, 0, false);
	CHECK(find(maps, 2, 120, &offset) == 8, "the exit of a thread that is not known");
	task(maps, AT_PERF_EXIT, 2, 3, 0, false);
	CHECK(find(maps, 2, 120, &offset) == -AT_PERF_NO_MAPS, "the last one has gone");
	task(maps, AT_PERF_FORK, 4, 4, 1, true);
	CHECK(find(maps, 4, 120, &offset) == -AT_PERF_NO_MAPS, "written for a process that was there before");
	task(maps, AT_PERF_EXEC, 1, 1, 1, false);
	CHECK(find(maps, 1, 120, &offset) == -AT_PERF_NO_MAPS, "exec");
	at_perf_maps_free(maps);
}

/* Random maps, forks and exits against a model that keeps a number for each address. */
static void test_maps_model(void)
{
	enum { PROCESSES = 6, SPACE = 200, STEPS = 20000 };
	static struct { bool known; int object[SPACE]; uint64_t offset[SPACE]; } model[PROCESSES];
	struct at_perf_maps *maps = at_perf_maps_new();
	struct at_random random;

	at_random_seed(&random, "maps");
	for (int step = 0; step < STEPS && !failures; step++) {
		uint32_t pid = (uint32_t)at_random_below(&random, PROCESSES), other = (uint32_t)at_random_below(&random, PROCESSES);
		uint64_t start = at_random_below(&random, SPACE), length = 1 + at_random_below(&random, SPACE - start);
		uint64_t at = at_random_below(&random, SPACE);
		switch (at_random_below(&random, 12)) {
		case 0:
			if (other == pid)
				break;
			task(maps, AT_PERF_FORK, pid, pid, other, false);
			model[pid] = model[other];
			break;
		case 1:
			task(maps, AT_PERF_EXEC, pid, pid, pid, false);
			memset(&model[pid], 0, sizeof model[pid]);
			break;
		default:
			map(maps, pid, start, length, 1000 + (uint64_t)step, (uint32_t)step);
			model[pid].known = true;
			for (uint64_t i = 0; i < length; i++) {
				model[pid].object[start + i] = step + 1;
				model[pid].offset[start + i] = 1000 + (uint64_t)step + i;
			}
		}
		uint64_t offset = 0;
		long found = find(maps, pid, at, &offset);
		long want = !model[pid].known ? -AT_PERF_NO_MAPS : !model[pid].object[at] ? -AT_PERF_NO_MAP : model[pid].object[at] - 1;
		CHECK(found == want, "step %d: %ld, not %ld", step, found, want);
		CHECK(want < 0 || offset == model[pid].offset[at], "step %d: the offset", step);
	}
	at_perf_maps_free(maps);
}

static uint64_t seen[64];
static size_t seen_count;

static void see(void *argument, const struct at_perf_event *event)
{
	(void)argument;
	if (seen_count < 64)
		seen[seen_count++] = event->time * 10 + (event->kind == AT_PERF_MAP);
}

static void test_queue(void)
{
	struct at_perf_queue queue;
	const struct at_perf_sink sink = { see, NULL };
	const struct { enum at_perf_kind kind; uint64_t time; } events[] = {
		{ AT_PERF_SAMPLE, 5 }, { AT_PERF_SAMPLE, 9 }, { AT_PERF_MAP, 1 }, { AT_PERF_SAMPLE, 1 }, { AT_PERF_SAMPLE, 7 },
		{ AT_PERF_MAP, 7 }, { AT_PERF_SAMPLE, 2 },
	};
	const uint64_t want[] = { 11, 10, 20, 50, 70, 71, 90 };

	at_perf_queue_begin(&queue, &sink);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++) {
		const struct at_perf_event event = { .kind = events[i].kind, .timed = true, .time = events[i].time, .path = "x" };
		at_perf_queue_add(&queue, &event);
	}
	at_perf_queue_round(&queue);
	CHECK(!seen_count, "nothing can be passed on after the first round");
	const struct at_perf_event now = { .kind = AT_PERF_MAP };
	at_perf_queue_add(&queue, &now);
	CHECK(seen_count == 1 && seen[0] == 1, "what has no time is passed on at once");
	seen_count = 0;
	at_perf_queue_end(&queue);
	CHECK(seen_count == 7 && !memcmp(seen, want, sizeof want), "in order of time, equal times in order of the file");
	CHECK(!queue.late, "none was late");
}

static void test_table(void)
{
	enum { KEYS = 300, STEPS = 30000 };
	static uint64_t model[KEYS];
	static bool there[KEYS];
	struct at_table table = { 0 };
	struct at_random random;
	size_t count = 0;

	at_random_seed(&random, "table");
	for (int step = 0; step < STEPS; step++) {
		uint64_t key = at_random_below(&random, KEYS);
		if (at_random_below(&random, 3)) {
			count += !there[key];
			there[key] = true;
			model[key] = *at_table_at(&table, key << 32) += key;
		} else {
			CHECK(at_table_remove(&table, key << 32) == there[key], "remove");
			count -= there[key];
			there[key] = false;
		}
		key = at_random_below(&random, KEYS);
		const uint64_t *value = at_table_find(&table, key << 32);
		CHECK(!value == !there[key] && (!value || *value == model[key]), "step %d", step);
		CHECK(table.count == count, "step %d: %zu, not %zu", step, table.count, count);
	}
	at_table_free(&table);
	CHECK(at_add_saturating(UINT64_MAX - 1, 5) == UINT64_MAX && at_add_saturating(3, 4) == 7, "sum");
	CHECK(at_multiply_saturating(UINT64_MAX / 2, 3) == UINT64_MAX && at_multiply_saturating(6, 7) == 42, "product");
}

static void test_rules(void)
{
	static const struct { const char *name, *own, *llvm; } names[] = {
		{ "f", "f", "f" }, { "f.llvm.123", "f", "f" }, { "f.part.0", "f", "f" }, { "f.cold", "f", "f.cold" },
		{ "f.constprop.0.isra.0", "f", "f.constprop.0.isra.0" }, { "f.isra.0.cold", "f", "f.isra.0.cold" },
		{ "f.lto_priv.3", "f", "f.lto_priv.3" },
		{ "f.__uniq.99", "f.__uniq.99", "f.__uniq.99" }, { "f.__uniq.99.llvm.5", "f.__uniq.99", "f.__uniq.99" },
		{ "f.part.0.llvm.7", "f", "f" }, { "a.b", "a.b", "a.b" }, { ".cold", ".cold", ".cold" },
		{ "f.partx.0", "f.partx.0", "f.partx.0" },
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		CHECK(at_plain_name(names[i].name, false) == strlen(names[i].own), "%s", names[i].name);
		CHECK(at_plain_name(names[i].name, true) == strlen(names[i].llvm), "%s as llvm-profgen", names[i].name);
	}
	CHECK(at_writable_name("_Z1fi") && at_writable_name("-[A b:]"), "names");
	CHECK(!at_writable_name("a\nb") && !at_writable_name("") && !at_writable_name("[f]") && !at_writable_name(" f"),
			"names that are none");
	CHECK(at_discriminator_base(514) == 1 && at_discriminator_duplication(514) == 2, "514");
	CHECK(at_discriminator_base(0) == 0 && at_discriminator_duplication(0) == 1, "0");
	CHECK(at_discriminator_base(2) == 1 && at_discriminator_duplication(2) == 1, "base 1 alone");
	CHECK(at_discriminator_base(7) == 0 && at_discriminator_duplication(7) == 1, "a pseudo-probe's");
	/* base 33: bit 6 set, 14 bits; then a factor of 4 */
	uint32_t long_base = ((33u & 0xfe0) << 1 | 33u % 32 | 0x20) << 1;
	CHECK(at_discriminator_base(long_base | 8u << 14) == 33 && at_discriminator_duplication(long_base | 8u << 14) == 4, "33 × 4");
}

/* main: 12 samples on line 1, 3 on line 2.1, 0 on line 4; f inlined at 3: 5 on line 0. g: 2 on line 1. */
static void make(struct at_profile *profile, enum at_fold fold)
{
	const struct at_location none = { 0, 0 };
	uint32_t names[3] = { at_names_add(&profile->names, "main", 4), at_names_add(&profile->names, "f", 1),
			at_names_add(&profile->names, "g", 1) };
	uint32_t g = at_profile_function(profile, AT_PROFILE_TOP, none, names[2]);
	uint32_t main_function = at_profile_function(profile, AT_PROFILE_TOP, none, names[0]);
	uint32_t f = at_profile_function(profile, main_function, (struct at_location){ 3, 0 }, names[1]);

	at_profile_add(profile, g, (struct at_location){ 1, 0 }, 2);
	at_profile_add_total(profile, g, 2);
	at_profile_add(profile, f, (struct at_location){ 0, 0 }, 5);
	at_profile_add_total(profile, f, 5);
	at_profile_add(profile, main_function, (struct at_location){ 4, 0 }, 0);
	at_profile_add(profile, main_function, (struct at_location){ 2, 1 }, 3);
	at_profile_add(profile, main_function, (struct at_location){ 1, 0 }, 12);
	at_profile_add(profile, main_function, (struct at_location){ 1, 0 }, 7);
	at_profile_add_total(profile, main_function, 15);
	CHECK(at_profile_function(profile, main_function, (struct at_location){ 3, 0 }, names[1]) == f, "the same again");
	at_profile_finish(profile, fold);
}

static size_t written(int (*write)(const struct at_profile *, FILE *), const struct at_profile *profile, char **bytes)
{
	size_t count;
	FILE *stream = open_memstream(bytes, &count);

	CHECK(!write(profile, stream), "write");
	fclose(stream);
	return count;
}

static int write_extbinary(const struct at_profile *profile, FILE *stream)
{
	return at_profile_write_extbinary(profile, stream, false);
}

static int write_gcov(const struct at_profile *profile, FILE *stream)
{
	return at_profile_write_gcov(profile, stream, false);
}

static int write_gcov_13(const struct at_profile *profile, FILE *stream)
{
	return at_profile_write_gcov(profile, stream, true);
}

static void test_text(void)
{
	static const char want[] = "main:20:0\n 1: 12\n 2.1: 3\n 4: 0\n 3: f:5\n  0: 5\ng:2:0\n 1: 2\n";
	struct at_profile profile = { 0 }, again = { 0 };
	char *text, *binary, *problem;

	make(&profile, AT_FOLD_MAX);
	written(at_profile_write_text, &profile, &text);
	CHECK(!strcmp(text, want), "%s", text);
	size_t count = written(write_extbinary, &profile, &binary);
	problem = at_profile_read(&again, binary, count);
	CHECK(!problem, "%s", problem ? problem : "");
	char *other;
	written(at_profile_write_text, &again, &other);
	CHECK(!strcmp(other, want), "read back from extbinary: %s", other);
	/* No byte less, and no pointer out of bounds for any byte changed. */
	for (size_t i = 0; i < count; i++) {
		struct at_profile broken = { 0 };
		char *copy = malloc(count + 1);
		memcpy(copy, binary, count);
		copy[count] = '\0';
		copy[i] = (char)(copy[i] ^ 0x41);
		free(at_profile_read(&broken, copy, i % 2 ? count : i));
		at_profile_free(&broken);
		free(copy);
	}
	free(text);
	free(binary);
	free(other);
	free(problem);
	at_profile_free(&again);
	at_profile_free(&profile);
	make(&profile, AT_FOLD_SUM);
	written(at_profile_write_text, &profile, &text);
	CHECK(strstr(text, " 1: 19\n"), "sum: %s", text);
	free(text);
	at_profile_free(&profile);
	make(&profile, AT_FOLD_MEAN);
	written(at_profile_write_text, &profile, &text);
	CHECK(strstr(text, " 1: 10\n"), "mean, rounded up: %s", text);
	free(text);
	at_profile_free(&profile);
}

static void test_summary(void)
{
	struct at_profile profile = { 0 };
	struct at_profile_summary summary;

	make(&profile, AT_FOLD_MAX);
	at_profile_summarize(&profile, &summary);
	CHECK(summary.total == 22 && summary.largest == 12 && summary.counts == 5 && summary.functions == 2, "%llu",
			(unsigned long long)summary.total);
	/* 50 % of 22 is 11: the 12 alone; 90 % is 19: 12 + 5 + 3 */
	CHECK(summary.entry[5].least == 12 && summary.entry[5].counts == 1, "50 %%");
	CHECK(summary.entry[9].least == 3 && summary.entry[9].counts == 3, "90 %%");
	at_profile_free(&profile);
}

static uint32_t word(const char *bytes, size_t at)
{
	uint32_t value;

	memcpy(&value, bytes + at, 4);
	return value;
}

static void test_gcov(void)
{
	struct at_profile profile = { 0 };
	char *bytes;

	make(&profile, AT_FOLD_MAX);
	size_t count = written(write_gcov, &profile, &bytes);
	CHECK(!memcmp(bytes, "adcg", 4) && word(bytes, 4) == 2 && word(bytes, 8) == 0, "head");
	CHECK(word(bytes, 12) == 0xaa000000 && word(bytes, 20) == 4 && word(bytes, 24) == 1 && word(bytes, 29) == 5 && !strcmp(bytes + 33, "main"),
			"names, the first of them none: gcc stops at a callee that is the first");
	size_t at = 28 + 5 + 5 + 4 + 2 + 4 + 2;
	CHECK(word(bytes, at) == 0xac000000 && word(bytes, at + 8) == 2, "functions");
	at += 12;      /* u64 head, name, counts, callees; then offset, targets, u64 count */
	CHECK(word(bytes, at + 8) == 1 && word(bytes, at + 12) == 3 && word(bytes, at + 16) == 1, "main");
	CHECK(word(bytes, at + 20) == 1 << 16 && word(bytes, at + 28) == 12, "line 1");
	CHECK(word(bytes, at + 36) == 2 << 16 && word(bytes, at + 44) == 3, "line 2 without its discriminator");
	CHECK(count == at + 20 + 3 * 16 + 4 + 12 + 16 + 8 + 12 + 16 + 12 + 8 + 128 * 12, "%zu bytes", count);
	free(bytes);
	written(write_gcov_13, &profile, &bytes);
	CHECK(word(bytes, at + 36) == (2 << 16 | 1), "and with it");
	free(bytes);
	at_profile_free(&profile);
}

static void test_lengths(void)
{
	static const struct { const struct at_isa *isa; unsigned char bytes[8]; size_t count, length; } rows[] = {
		{ &at_isa_x86, { 0x90 }, 8, 1 }, { &at_isa_x86, { 0x0f, 0x8e, 1, 2, 3, 4 }, 8, 6 }, { &at_isa_x86, { 0x0f, 0x8e, 1 }, 3, 0 },
		{ &at_isa_x86, { 0x06 }, 8, 0 },      /* push es: not in 64-bit code */
		{ &at_isa_aarch64, { 0x1f, 0x20, 0x03, 0xd5 }, 4, 4 }, { &at_isa_aarch64, { 0x1f, 0x20, 0x03 }, 3, 0 },
		{ &at_isa_riscv, { 0x01, 0x00 }, 2, 2 }, { &at_isa_riscv, { 0x13, 0, 0, 0 }, 4, 4 }, { &at_isa_riscv, { 0x13, 0 }, 2, 0 },
		{ &at_isa_riscv, { 0, 0 }, 4, 0 }, { &at_isa_riscv, { 0x1f }, 8, 6 }, { &at_isa_riscv, { 0x3f }, 8, 8 },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		void *decoder = rows[i].isa->open(64);
		size_t length = rows[i].isa->length(decoder, rows[i].bytes, rows[i].count);
		CHECK(length == rows[i].length, "row %zu: %zu", i, length);
		free(decoder);
	}
}

int main(void)
{
	test_lengths();
	test_maps();
	test_maps_model();
	test_queue();
	test_table();
	test_rules();
	test_text();
	test_summary();
	test_gcov();
	return failures != 0;
}
