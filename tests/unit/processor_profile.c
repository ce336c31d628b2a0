/* Bounded measurements of this machine through the public interface. They assert that what comes out is finite, positive and
 * complete, and what is said where nothing can be measured; never how fast anything is. */
#include <elf.h>
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <math.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "processor_results.h"
#include "processor_run.h"
#include "processor_sources.h"

enum { KIB = 1 << 10, MIB = 1 << 20 };

/* L1 of 32 KiB, L2 of 512 KiB, L3 of 4 MiB on every processor, whatever there is. Parsed afresh for each test. */
static struct processor_topology described(void)
{
	static const char text[] = "cache 1 data 32K 64 -\ncache 2 unified 512K 64 -\ncache 3 unified 4M 64 -\n";
	struct processor_topology topology;
	char *error;

	CHECK(!processor_topology_parse(&topology, text, &error), "the description is good");
	return topology;
}

/* Short samples, and patience: other programs may run, and the slices that they disturb do not count. */
static struct processor_profile_options brief(const struct processor_topology *topology)
{
	struct processor_profile_options options = PROCESSOR_PROFILE_DEFAULTS;

	options.repeats = 3;
	options.minimum_duration_ms = 1;
	options.slice_ms = 0.25;
	options.patience = 20000;
	options.memory_budget_bytes = 64 * MIB;
	options.sweep = false;
	options.topology = topology;
	return options;
}

static struct processor_profile *measure(const struct processor_profile_options *options)
{
	struct processor_profile *profile = NULL;
	enum processor_reason reason = processor_profile_measure(options, &profile);

	CHECK(reason == PROCESSOR_AVAILABLE && profile, "good options are measured, not: %s", processor_reason_name(reason));
	if (!profile)
		exit(1);
	return profile;
}

static void check_summary(const char *what, const struct processor_cell *cell, const struct processor_profile_options *options)
{
	const struct processor_series *series = &cell->series;
	const struct processor_summary *summary = &cell->summary;

	CHECK(series->samples == options->repeats, "%s: %zu samples, not %llu", what, series->samples,
			(unsigned long long)options->repeats);
	for (size_t i = 0; i < series->samples; i++) {
		uint64_t sum = 0;
		CHECK(isfinite(series->sample[i].rate) && series->sample[i].rate > 0, "%s: a finite, positive sample", what);
		CHECK((double)series->sample[i].wall_ns >= options->minimum_duration_ms * 1e6, "%s: a sample of %llu ns is too short", what,
				(unsigned long long)series->sample[i].wall_ns);
		for (size_t j = 0; j < series->slices; j++)
			if (series->slice[j].repeat == i && series->slice[j].verdict == PROCESSOR_ACCEPTED)
				sum += series->slice[j].wall_ns;
		CHECK(cell->participants < 2 ? series->together == 1 : series->together >= 0 && series->together <= 1,
				"%s: how long all ran together: %g", what, series->together);
		CHECK(sum == series->sample[i].wall_ns, "%s: a sample is the sum of its accepted slices", what);
	}
	for (size_t j = 0; j < series->slices; j++)
		CHECK(series->slice[j].verdict != PROCESSOR_ACCEPTED || !series->slice[j].page_faults,
				"%s: a page fault in a slice that counts", what);
	CHECK(isfinite(summary->median) && summary->median > 0 && summary->q3 >= summary->q1 && summary->iqr_pct >= 0 &&
			summary->least <= summary->median && summary->median <= summary->most, "%s: median and dispersion", what);
}

static void check_cell(const struct processor_profile *profile, const struct processor_cell *cell,
		const struct processor_profile_options *options)
{
	char what[96];

	snprintf(what, sizeof what, "kind %d %s level %d mode %d type %d", cell->kind, processor_policy_name(cell->policy), cell->level,
			cell->mode, cell->type);
	if (cell->reason == PROCESSOR_NO_SAFE_SIZE || cell->reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH)
		return;
	CHECK(cell->reason == PROCESSOR_AVAILABLE, "%s: %s", what, processor_reason_name(cell->reason));
	if (cell->reason != PROCESSOR_AVAILABLE)
		return;
	CHECK(cell->participants == profile->participants[cell->policy].count && cell->participants >= 1, "%s: participants", what);
	CHECK(cell->policy != PROCESSOR_SINGLE || cell->participants == 1, "%s: one participant", what);
	CHECK(cell->series.work.implementation && *cell->series.work.implementation, "%s: the implementation has a name", what);
	if (cell->kind == PROCESSOR_BANDWIDTH)
		CHECK(cell->series.work.traffic.useful_bytes > 0 && cell->series.work.footprint_bytes > 0, "%s: useful bytes", what);
	if (cell->kind == PROCESSOR_COMPUTE) {
		const struct processor_compute_kernel *kernel[PROCESSOR_CANDIDATES];
		size_t kernels = processor_compute_kernels(cell->type, &profile->features, kernel);
		CHECK(cell->series.pilots == (kernels > 1 ? kernels : 0), "%s: each of %zu kernels was tried, not %zu", what, kernels,
				cell->series.pilots);
	}
	if (cell->kind == PROCESSOR_COMPUTE)
		CHECK(cell->series.work.operations > 0 && (cell->series.work.compute->dot_length > 0) == (cell->type == PROCESSOR_INT8 ||
				(cell->type == PROCESSOR_BF16 && cell->series.work.compute->dot_length)), "%s: operations and dot length", what);
	if (cell->kind != PROCESSOR_COMPUTE)
		CHECK(cell->series.work.footprint_bytes <= cell->set.participant_bytes, "%s: no more than the working set", what);
	check_summary(what, cell, options);
}

static void check_all(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);
	cpu_set_t before, after;

	sched_getaffinity(0, sizeof before, &before);
	struct processor_profile *profile = measure(&options);
	sched_getaffinity(0, sizeof after, &after);
	CHECK(CPU_EQUAL(&before, &after), "the caller's affinity is as before");
	for (size_t i = 0; i < profile->cells; i++)
		check_cell(profile, &profile->cell[i], &options);
	for (enum processor_mode mode = 0; mode <= PROCESSOR_READ_MODIFY_WRITE; mode++) {
		enum processor_reason reason;
		double rate = processor_profile_memory(profile, PROCESSOR_L1, PROCESSOR_SINGLE, mode, &reason);
		CHECK(rate > 0 && isfinite(rate) && !reason, "L1 single %s is there", processor_mode_name(mode));
		rate = processor_profile_memory(profile, PROCESSOR_L1, PROCESSOR_PHYSICAL, mode, &reason);
		CHECK(rate > 0 && isfinite(rate) && !reason, "L1 physical %s is there", processor_mode_name(mode));
	}
	for (enum processor_type type = PROCESSOR_FP32; type <= PROCESSOR_FP64; type++)
		for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
			enum processor_reason reason;
			double rate = processor_profile_compute(profile, type, policy, &reason);
			CHECK(rate > 0 && isfinite(rate) && !reason, "%s %s is there", processor_type_name(type), processor_policy_name(policy));
		}
	for (enum processor_type type = PROCESSOR_FP16; type < PROCESSOR_TYPES; type++) {
		const struct processor_compute_kernel *kernel[PROCESSOR_CANDIDATES];
		bool native = processor_compute_kernels(type, &profile->features, kernel);
		const struct processor_cell *cell = processor_cell_compute(profile, type, PROCESSOR_SINGLE);
		CHECK(cell && (native ? cell->reason == PROCESSOR_AVAILABLE : cell->reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH),
				"%s only with a native path", processor_type_name(type));
	}
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

/* The pinned participants, as seen from within. */
static void where(void *context, size_t member)
{
	int *seen = context;

	seen[member] = sched_getcpu();
}

static void check_team(void)
{
	struct processor_team team;
	struct at_cpus cpus;
	int *seen;

	CHECK(!at_cpus_allowed(&cpus), "the allowed CPUs");
	seen = calloc(cpus.count, sizeof *seen);
	CHECK(!processor_team_open(&team, &cpus), "a team");
	processor_team_run(&team, where, seen);
	for (size_t i = 0; i < cpus.count; i++)
		CHECK(seen[i] == cpus.cpu[i] && !team.member[i].pin_error, "participant %zu runs on CPU %d, not %d", i, cpus.cpu[i], seen[i]);
	processor_team_close(&team);
	free(seen);
	at_cpus_free(&cpus);
}

static void check_refusals(void)
{
	static const struct at_cpus nobody = { 0 };
	const uint64_t small = 100;
	struct at_cpus absent = { .cpu = (int[]){ 60000 }, .count = 1 };
	char text[256];
	struct processor_profile *profile;
	struct processor_profile_options good = brief(NULL);

	CHECK(processor_profile_check(&good, text, sizeof text) && !*text, "good options");
#define REFUSED(field, ...) do { \
		struct processor_profile_options bad = good; \
		bad.field = __VA_ARGS__; \
		CHECK(!processor_profile_check(&bad, text, sizeof text) && strlen(text) > 10, "%s = %s is refused with a reason", #field, \
				#__VA_ARGS__); \
		CHECK(processor_profile_measure(&bad, &profile) == PROCESSOR_INVALID_OPTIONS && !profile, "%s = %s is not measured", #field, \
				#__VA_ARGS__); \
	} while (0)
	REFUSED(repeats, 0);
	REFUSED(repeats, 1001);
	REFUSED(minimum_duration_ms, 0);
	REFUSED(minimum_duration_ms, -1);
	REFUSED(minimum_duration_ms, NAN);
	REFUSED(minimum_duration_ms, 10001);
	REFUSED(slice_ms, 0);
	REFUSED(memory_budget_bytes, 0);
	REFUSED(policies, 0);
	REFUSED(policies, 8);
	REFUSED(modes, 1u << PROCESSOR_MODES);
	REFUSED(types, 1u << PROCESSOR_TYPES);
	REFUSED(cpus, &nobody);
	REFUSED(cpus, &absent);
	REFUSED(patience, 0.5);
	REFUSED(wall_over_cpu, 0.9);
	REFUSED(stagger, 0.9);
	good.size_count = 1;
	REFUSED(sizes, &small);
	good.size_count = 0;
	good.latency = false;
	good.modes = 0;
	REFUSED(types, 0);
}

static const char *warned(const struct processor_profile *profile, const char *code)
{
	for (size_t i = 0; i < profile->warnings.count; i++)
		if (!strcmp(profile->warnings.list[i].code, code))
			return profile->warnings.list[i].text;
	return NULL;
}

static void check_budget(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);

	options.memory_budget_bytes = 1;
	options.types = 0;
	struct processor_profile *profile = measure(&options);
	for (size_t i = 0; i < profile->cells; i++)
		CHECK(profile->cell[i].reason == PROCESSOR_MEMORY_BUDGET_EXCEEDED || (profile->cell[i].kind == PROCESSOR_BANDWIDTH &&
				profile->cell[i].reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH) || (profile->cell[i].policy == PROCESSOR_PHYSICAL &&
				profile->cell[i].reason == PROCESSOR_NO_SAFE_SIZE), "nothing fits one byte");
	const char *text = warned(profile, "memory_budget_exceeded");
	CHECK(text && strstr(text, "RAM single read") && strstr(text, "latency") && strstr(text, "--budget"),
			"and it is said, with what to do");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

static void check_no_caches(void)
{
	struct processor_topology topology = { 0 };
	struct processor_profile_options options = brief(&topology);
	enum processor_reason reason;

	CHECK(!at_cpus_allowed(&topology.logical), "the allowed CPUs");
	topology.injected = true;
	topology.core = calloc(1, sizeof *topology.core);
	topology.core[0].cpus.cpu = malloc(sizeof(int));
	topology.core[0].cpus.cpu[0] = topology.logical.cpu[0];
	topology.core[0].cpus.count = topology.cores = 1;
	options.policies = 1 << PROCESSOR_SINGLE;
	options.modes = 1 << PROCESSOR_READ;
	options.types = 0;
	options.memory_budget_bytes = 256 * MIB;
	struct processor_profile *profile = measure(&options);
	for (enum processor_level level = 0; level < PROCESSOR_RAM; level++)
		CHECK(isnan(processor_profile_memory(profile, level, PROCESSOR_SINGLE, PROCESSOR_READ, &reason)) &&
				reason == PROCESSOR_LEVEL_UNAVAILABLE, "%s is not measured without a size", processor_level_name(level));
	CHECK(warned(profile, "level_unavailable"), "and it is said");
	const struct processor_cell *ram = processor_cell_bandwidth(profile, PROCESSOR_RAM, PROCESSOR_SINGLE, PROCESSOR_READ);
	CHECK(ram && ram->set.confidence == PROCESSOR_UNVERIFIED && ram->set.total_bytes < profile->budget_bytes,
			"RAM is labelled unverified");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

static void filter_calls(struct sock_filter *filter, size_t count)
{
	const struct sock_fprog program = { .len = (unsigned short)count, .filter = filter };

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
		printf("skipped: no seccomp here: %s\n", strerror(errno));
		exit(0);
	}
}

/* A process that must not pin: sched_setaffinity fails as in a sandbox. */
static void deny_affinity(void)
{
	struct sock_filter filter[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };

	filter_calls(filter, sizeof filter / sizeof *filter);
}

static void check_unpinned(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);

	deny_affinity();
	struct processor_profile *profile = measure(&options);
	for (size_t i = 0; i < profile->cells; i++)
		CHECK(profile->cell[i].reason == PROCESSOR_UNPINNED || profile->cell[i].reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH,
				"no number unpinned");
	CHECK(warned(profile, "unpinned") && strstr(warned(profile, "unpinned"), strerror(EPERM)),
			"the first participant as well is said to be unpinned");
	processor_profile_free(profile);
	options.allow_unpinned = true;
	options.modes = 1 << PROCESSOR_READ;
	options.latency = false;
	options.policies = 1 << PROCESSOR_SINGLE;
	profile = measure(&options);
	CHECK(warned(profile, "unpinned"), "unpinned is said also where it is allowed");
	const struct processor_cell *cell = processor_cell_bandwidth(profile, PROCESSOR_L1, PROCESSOR_SINGLE, PROCESSOR_READ);
	CHECK(cell && cell->reason == PROCESSOR_AVAILABLE && profile->pin_error[PROCESSOR_SINGLE] == EPERM, "measured, and marked");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

/* A process that must not have more threads. */
static void deny_threads(void)
{
	struct sock_filter filter[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 1, 0), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAGAIN), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };

	filter_calls(filter, sizeof filter / sizeof *filter);
}

static void check_no_threads(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);

	deny_threads();
	options.sweep = true;
	struct processor_profile *profile = measure(&options);
	CHECK(profile->cells == PROCESSOR_POLICIES * (PROCESSOR_LEVELS * (PROCESSOR_MODES + 1) + PROCESSOR_TYPES),
			"every cell of both policies is there, not %zu", profile->cells);
	for (size_t i = 0; i < profile->cells; i++)
		CHECK(profile->cell[i].reason == PROCESSOR_ALLOCATION_FAILED ||
				profile->cell[i].reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH, "without threads nothing is measured");
	CHECK(warned(profile, "no_threads") && warned(profile, "allocation_failed") && !warned(profile, "sweep_incomplete") &&
			!profile->sweep.latencies, "and why");
	CHECK(profile->pin_error[PROCESSOR_SINGLE] && profile->pin_error[PROCESSOR_PHYSICAL], "nobody is said to be pinned");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

/* The growing sizes have memory for one participant: with more of them nothing is touched. */
static void check_sweep_of_many(void)
{
	struct processor_profile profile = { .options = PROCESSOR_PROFILE_DEFAULTS, .budget_bytes = 64 * MIB };
	struct processor_run run = { .profile = &profile };
	int cpu[2] = { 0, 0 };
	struct at_cpus twice = { cpu, 2 };

	profile.caches.topology = &profile.topology;
	profile.participants[PROCESSOR_SINGLE] = (struct at_cpus){ cpu, 1 };
	CHECK(!processor_team_open(&run.team, &twice), "a team of two");
	processor_run_sweep(&run);
	CHECK(!profile.sweep.latencies && !profile.sweep.complete && !profile.warnings.count, "no sizes are swept by two");
	processor_team_close(&run.team);
	free(profile.sweep.latency);
	free(profile.sweep.read);
}

/* CPUs that no core of an injected topology has are measured all the same. */
static void check_no_core(void)
{
	struct processor_cache cache = { .level = 1, .kind = PROCESSOR_DATA, .size_bytes = 32 * KIB, .source = "injected",
		.confidence = PROCESSOR_DETECTED };
	struct processor_topology topology = { .injected = true };
	struct processor_profile_options options = brief(&topology);

	CHECK(!at_cpus_allowed(&topology.logical), "the allowed CPUs");
	processor_topology_add(&topology, &cache, 1, true);
	struct at_cpus last = { &topology.logical.cpu[topology.logical.count - 1], 1 };
	options.cpus = &last;
	options.emulated = true;
	struct processor_profile *profile = measure(&options);
	for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++)
		CHECK(profile->participants[policy].count == 1 && profile->participants[policy].cpu[0] == last.cpu[0],
				"the CPU is its own core: %s", processor_policy_name(policy));
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

static void in_child(void (*test)(void), const char *what)
{
	int status = -1;

	fflush(stdout);
	pid_t pid = fork();
	if (!pid) {
		test();
		fflush(stdout);
		_exit(failures != 0);
	}
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && !status, "%s", what);
}

static void check_text(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);
	struct at_json one = { 0 }, other = { 0 };

	options.policies = 1 << PROCESSOR_SINGLE;
	options.modes = 1 << PROCESSOR_READ;
	options.types = 1 << PROCESSOR_FP64;
	struct processor_profile *profile = measure(&options);
	processor_profile_write(profile, "tool", NULL, 0, &one);
	processor_profile_write(profile, "tool", NULL, 0, &other);
	CHECK(one.out.length > 1000 && one.out.length == other.out.length && !memcmp(one.out.data, other.out.data, one.out.length),
			"the same profile is the same text");
	CHECK(strstr(one.out.data, "\"schema\":\"atesor.roofline/1\"") && strstr(one.out.data, "\"schema_version\":1"),
			"with its version");
	at_json_free(&one);
	at_json_free(&other);
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

static void check_stop(void)
{
	static const volatile int stop = 1;
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);

	options.stop = &stop;
	options.minimum_duration_ms = 1000;
	options.sweep = true;
	struct processor_profile *profile = measure(&options);
	CHECK(processor_profile_interrupted(profile), "a stopped profile says so");
	for (size_t i = 0; i < profile->cells; i++)
		CHECK(profile->cell[i].reason != PROCESSOR_AVAILABLE, "and measured nothing");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

static void check_emulated(void)
{
	struct processor_topology topology = described();
	struct processor_profile_options options = brief(&topology);

	options.emulated = true;
	struct processor_profile *profile = measure(&options);
	for (size_t i = 0; i < profile->cells; i++)
		CHECK(profile->cell[i].reason == PROCESSOR_EMULATED || profile->cell[i].reason == PROCESSOR_UNSUPPORTED_NATIVE_PATH ||
				profile->cell[i].reason == PROCESSOR_NO_SAFE_SIZE, "everything is run, and nothing is timed");
	CHECK(warned(profile, "emulated") && !profile->sweep.latencies, "the emulation is said");
	processor_profile_free(profile);
	processor_topology_free(&topology);
}

/* What the sizes up to 256 MiB show of the described caches. `l3`: where the third plateau ends; 0: there is none. */
static void check_conclusion(const char *text, uint64_t l3, bool complete, bool use[3], bool no_plateau[3], const char *code)
{
	struct processor_profile profile = { .options = PROCESSOR_PROFILE_DEFAULTS };
	struct processor_point point[64];
	int cpu = 0;
	char *error;

	CHECK(!at_cpus_allowed(&profile.topology.logical) && !processor_topology_from_text(&profile.topology, text, &error), "%s", text);
	profile.caches.topology = &profile.topology;
	profile.participants[PROCESSOR_SINGLE] = (struct at_cpus){ &cpu, 1 };
	profile.sweep.latency = point;
	for (uint64_t bytes = 8 * KIB; bytes <= 256 * MIB; bytes *= 2)
		point[profile.sweep.latencies++] = (struct processor_point){ bytes,
				bytes <= 32 * KIB ? 1 : bytes <= MIB ? 4 : bytes <= l3 ? 15 : 100 };
	profile.sweep.complete = complete;
	processor_sweep_conclude(&profile);
	for (int i = 0; i < 3; i++)
		CHECK(profile.caches.use_effective[i] == use[i] && profile.caches.no_plateau[i] == no_plateau[i],
				"L%d of '%s': %d %d", i + 1, text, profile.caches.use_effective[i], profile.caches.no_plateau[i]);
	CHECK(code ? warned(&profile, code) != NULL : !profile.warnings.count, "'%s' is warned of with %s", text,
			code ? code : "nothing");
	at_warnings_free(&profile.warnings);
	processor_topology_free(&profile.topology);
}

static void check_conclusions(void)
{
	static const char right[] = "cache 1 data 32K 64 - inferred\ncache 2 unified 1M 64 - inferred\n"
			"cache 3 unified 16M 64 - inferred";
	static const char package[] = "cache 1 data 32K 64 -\ncache 2 unified 1M 64 -\ncache 3 unified 508M 64 -";
	static const char listed[] = "cache 1 data 32K 64 -\ncache 2 unified 1M 64 -\ncache 3 unified 128M 64 -";
	static const char wrong[] = "cache 1 data 256K 64 - inferred\ncache 2 unified 8M 64 -";
	bool none[3] = { false }, first[3] = { true }, third[3] = { false, false, true }, first_and_third[3] = { true, false, true };

	check_conclusion(right, 16 * MIB, true, none, none, NULL);
	check_conclusion(right, 0, true, none, third, NULL);
	check_conclusion(right, 16 * MIB, false, none, third, "sweep_incomplete");
	check_conclusion(package, 16 * MIB, true, third, none, "l3_conflict");
	check_conclusion(package, 0, true, none, none, "sweep_short");
	check_conclusion(listed, 0, true, none, third, NULL);
	check_conclusion(listed, 0, false, none, none, "sweep_incomplete");
	check_conclusion(listed, 16 * MIB, true, third, none, "l3_conflict");
	check_conclusion(wrong, 0, true, first, none, "l1_conflict");
	check_conclusion(wrong, 16 * MIB, true, first_and_third, none, "l2_conflict");
	check_conclusion("", 16 * MIB, true, (bool[3]){ true, true, true }, none, NULL);
	check_conclusion("", 16 * MIB, false, none, none, "sweep_incomplete");
}

static void check_patience(void)
{
	struct processor_meter_rules rules = { .repeats = 7, .repeat_ns = 50e6, .slice_ns = 2e6, .patience = 2 };

	CHECK(!processor_meter_hopeless(&rules, 360e6, 350e6, 180, 175), "nearly all counts");
	CHECK(!processor_meter_hopeless(&rules, 700e6, 340e6, 300, 170), "half of it counts");
	CHECK(processor_meter_hopeless(&rules, 800e6, 340e6, 300, 170), "twice the need is over");
	CHECK(processor_meter_hopeless(&rules, 100e6, 10e6, 50, 5), "a tenth counts: it is known early");
	CHECK(!processor_meter_hopeless(&rules, 15e6, 0, 8, 0), "but not at once");
	CHECK(processor_meter_hopeless(&rules, 500e6, 0, 100, 0), "nothing counts");
	/* A repeat of 1 ms in slices of 0.9 ms is two of them. */
	rules = (struct processor_meter_rules){ .repeats = 100, .repeat_ns = 1e6, .slice_ns = 1e6, .patience = 1 };
	CHECK(!processor_meter_hopeless(&rules, 182e6, 178e6, 200, 198), "slices that just fail to fill a repeat are needed twice");
	/* Slices three times as long as they should be. */
	CHECK(!processor_meter_hopeless(&rules, 305e6, 297e6, 99, 99), "or are longer than it");
	/* Slices of a microsecond, with as much and more between them. */
	rules = (struct processor_meter_rules){ .repeats = 3, .repeat_ns = 1e3, .slice_ns = 1e3, .patience = 2 };
	CHECK(!processor_meter_hopeless(&rules, 16e3, 2e3, 8, 2), "a short one is not given up for what lies between its slices");
}

static void check_machines(void)
{
	CHECK(processor_machines_alike(EM_X86_64, EM_X86_64) && processor_machines_alike(EM_386, EM_X86_64) &&
			processor_machines_alike(EM_AARCH64, EM_ARM), "a processor runs its older kind's programs");
	CHECK(!processor_machines_alike(EM_X86_64, EM_AARCH64) && !processor_machines_alike(EM_RISCV, EM_ARM) &&
			!processor_machines_alike(EM_386, EM_ARM), "other processors are others");
}

/* What is not known of the machine is said. */
static void check_unknown(void)
{
	struct processor_profile profile = { .options = PROCESSOR_PROFILE_DEFAULTS };
	struct processor_cell *cell = processor_cell_add(&profile, PROCESSOR_LATENCY, PROCESSOR_SINGLE);

	cell->level = PROCESSOR_L2;
	cell->huge_asked = cell->huge_known = true;
	cell->set.total_bytes = cell->huge_bytes = MIB;
	cell->summary.clock_ghz = 3;
	profile.topology.cores_told = profile.facts.cpu.virtual_known = true;
	strcpy(profile.facts.before.governor, "performance");
	processor_results_warn_unknown(&profile);
	CHECK(!profile.warnings.count, "all is known");
	cell->huge_bytes = 0;
	cell->summary.clock_ghz = 0;
	profile.topology.cores_told = profile.facts.cpu.virtual_known = false;
	*profile.facts.before.governor = '\0';
	processor_results_warn_unknown(&profile);
	CHECK(warned(&profile, "no_clock") && warned(&profile, "unknown_cores") && warned(&profile, "unknown_virtualization") &&
			warned(&profile, "unknown_governor") && warned(&profile, "few_huge_pages") &&
			strstr(warned(&profile, "few_huge_pages"), "L2 single latency"), "nothing is known");
	at_warnings_free(&profile.warnings);
	free(profile.cell);
}

/* The default patience is enough for short samples where nobody disturbs: one of many tries is not disturbed. */
static void check_short(void)
{
	static const double shortest[] = { 0.002, 0.02, 0.2 };
	struct processor_topology topology = described();

	for (size_t i = 0; i < sizeof shortest / sizeof *shortest; i++) {
		struct processor_profile_options options = brief(&topology), defaults = PROCESSOR_PROFILE_DEFAULTS;
		enum processor_reason reason = PROCESSOR_CONTENDED;
		options.patience = defaults.patience;
		options.minimum_duration_ms = options.slice_ms = shortest[i];
		options.policies = 1 << PROCESSOR_SINGLE;
		options.modes = 0;
		options.latency = false;
		options.types = 1 << PROCESSOR_FP64;
		for (int tries = 0; tries < 200 && reason == PROCESSOR_CONTENDED; tries++) {
			struct processor_profile *profile = measure(&options);
			processor_profile_compute(profile, PROCESSOR_FP64, PROCESSOR_SINGLE, &reason);
			processor_profile_free(profile);
		}
		CHECK(reason == PROCESSOR_AVAILABLE, "samples of %g ms: %s", shortest[i], processor_reason_name(reason));
	}
	processor_topology_free(&topology);
}

int main(void)
{
	check_patience();
	check_machines();
	check_unknown();
	check_short();
	check_conclusions();
	check_refusals();
	check_team();
	check_all();
	check_budget();
	check_no_caches();
	check_text();
	check_stop();
	check_emulated();
	check_sweep_of_many();
	check_no_core();
	in_child(check_unpinned, "without the right to pin");
	in_child(check_no_threads, "without threads");
	return failures != 0;
}
