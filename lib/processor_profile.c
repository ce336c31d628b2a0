#include "processor_profile.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "processor_run.h"

static int read_topology(struct processor_profile *profile, const struct processor_profile_options *options)
{
	if (options->topology)
		processor_topology_copy(&profile->topology, options->topology);
	else if (processor_topology_read(&profile->topology))
		return -1;
	if (options->cpus) {
		processor_cpus_copy(&profile->asked, options->cpus);
		processor_topology_restrict(&profile->topology, options->cpus);
	}
	processor_topology_complete(&profile->topology);
	if (profile->topology.logical.count)
		return 0;
	errno = EINVAL;
	return -1;
}

/* Of a domain: how fast its cores are, then how much of the second level a core has, then how many it are. */
static bool better(const struct processor_topology *topology, const struct processor_domain *one,
		const struct processor_domain *other)
{
	const struct processor_domain *const domain[2] = { one, other };
	uint64_t capacity[2] = { 0 }, cache[2] = { 0 };

	for (int i = 0; i < 2; i++) {
		int cpu = domain[i]->cpus.cpu[0];
		const struct processor_cache *second = processor_cache_of(topology, 2, cpu);
		capacity[i] = processor_capacity_of(topology, cpu);
		cache[i] = second ? second->size_bytes / (second->sharing ? second->sharing : 1) : 0;
	}
	if (capacity[0] != capacity[1])
		return capacity[0] > capacity[1];
	return cache[0] != cache[1] ? cache[0] > cache[1] : one->cpus.count > other->cpus.count;
}

static void select_domain(struct processor_profile *profile)
{
	profile->domain = processor_domains(&profile->topology, &profile->domains);
	for (size_t i = 1; i < profile->domains; i++)
		if (better(&profile->topology, &profile->domain[i], &profile->domain[profile->selected]))
			profile->selected = i;
	if (profile->domains > 1) {
		at_warnings_add(&profile->warnings, "heterogeneous",
				"the CPUs have different caches or speeds (%zu kinds): only those of the kind of CPU %d are measured;"
				" name others with --cpus",
				profile->domains, profile->domain[profile->selected].cpus.cpu[0]);
		processor_topology_restrict(&profile->topology, &profile->domain[profile->selected].cpus);
	}
}

/* One logical processor of each core; alone: the last of them, the farthest from where interrupts go as a rule. */
static void select_participants(struct processor_profile *profile)
{
	const struct processor_topology *topology = &profile->topology;
	struct at_cpus *all = &profile->participants[PROCESSOR_PHYSICAL], *one = &profile->participants[PROCESSOR_SINGLE];

	all->cpu = at_resize(NULL, topology->cores, sizeof *all->cpu);
	for (size_t i = 0; i < topology->cores; i++)
		all->cpu[all->count++] = topology->core[i].cpus.cpu[0];
	one->cpu = at_resize(NULL, 1, sizeof *one->cpu);
	one->cpu[one->count++] = all->cpu[all->count - 1];
}

static struct processor_meter_rules rules_of(const struct processor_profile_options *o)
{
	double slice = fmin(o->slice_ms, o->minimum_duration_ms);

	return (struct processor_meter_rules){ .repeats = o->repeats, .repeat_ns = o->minimum_duration_ms * 1e6, .slice_ns = slice * 1e6,
			.wall_over_cpu = o->wall_over_cpu, .stagger = o->stagger, .patience = o->patience,
			.clock_tolerance = o->clock_tolerance, .clock = true,
			.stop = o->stop };
}

static unsigned count_all(const struct processor_profile_options *o)
{
	unsigned places = (unsigned)(o->size_count ? o->size_count : PROCESSOR_LEVELS);
	unsigned each = (unsigned)__builtin_popcount(o->modes) + o->latency;

	return (unsigned)__builtin_popcount(o->policies) * (places * each + (unsigned)__builtin_popcount(o->types)) + o->sweep;
}

/* Whether the team may be timed, and what to say of it. */
static void judge_team(struct processor_run *run)
{
	struct processor_profile *profile = run->profile;
	size_t members = run->team.count;

	for (size_t i = 0; i < members && !profile->pin_error[run->policy]; i++) {
		profile->pin_error[run->policy] = run->team.member[i].pin_error;
		profile->unpinned_cpu[run->policy] = run->team.member[i].cpu;
	}
	if (profile->pin_error[run->policy]) {
		at_warnings_add(&profile->warnings, "unpinned", "a participant could not be pinned to CPU %d: %s%s",
				profile->unpinned_cpu[run->policy], strerror(profile->pin_error[run->policy]), profile->options.allow_unpinned ?
				": it was measured wherever it ran, as was asked for" : ": nothing was measured; see --allow-unpinned");
		if (!profile->options.allow_unpinned)
			run->reason = PROCESSOR_UNPINNED;
	}
	if (profile->facts.cpu_quota > 0 && profile->facts.cpu_quota < (double)members)
		run->reason = PROCESSOR_CPU_QUOTA;
}

/* The team of a policy, and its places. False: there is none, and nothing of this policy can be measured. */
static bool assemble(struct processor_run *run)
{
	struct processor_profile *profile = run->profile;
	const struct at_cpus *cpus = &profile->participants[run->policy];

	run->reason = PROCESSOR_AVAILABLE;
	run->seat = NULL;
	if (!processor_team_open(&run->team, cpus)) {
		run->seat = aligned_alloc(_Alignof(struct processor_seat), run->team.count * sizeof *run->seat);
		if (run->seat) {
			judge_team(run);
			return true;
		}
		processor_team_close(&run->team);
		errno = ENOMEM;
	}
	profile->pin_error[run->policy] = errno;
	profile->unpinned_cpu[run->policy] = cpus->cpu[0];
	at_warnings_add(&profile->warnings, "no_threads", "cannot make %zu threads: %s", cpus->count, strerror(errno));
	run->reason = PROCESSOR_ALLOCATION_FAILED;
	return false;
}

/* Also where nothing may be timed: then every cell gets the reason. */
static void measure_policy(struct processor_run *run)
{
	const struct processor_profile_options *options = &run->profile->options;

	if (options->modes || options->latency) {
		for (size_t i = 0; i < options->size_count; i++)
			processor_run_memory(run, true, 0, i);
		for (enum processor_level level = 0; !options->size_count && level < PROCESSOR_LEVELS; level++)
			processor_run_memory(run, false, level, 0);
	}
	processor_run_compute(run);
}

static void measure_all(struct processor_profile *profile)
{
	struct processor_run run = { .profile = profile, .rules = rules_of(&profile->options), .all = count_all(&profile->options) };
	bool sweep = profile->options.sweep;

	if (!sweep)
		processor_sweep_unseen(profile);
	for (enum processor_policy policy = 0; policy < PROCESSOR_POLICIES; policy++) {
		/* The sweep is the first participant's, whoever else is measured. */
		bool asked = profile->options.policies >> policy & 1;
		if (!asked && !sweep)
			continue;
		run.policy = policy;
		bool there = assemble(&run);
		if (sweep)
			processor_run_sweep(&run);
		sweep = false;
		if (asked)
			measure_policy(&run);
		free(run.seat);
		if (there)
			processor_team_close(&run.team);
	}
}

static void warn_of_machine(struct processor_profile *profile)
{
	const struct processor_facts *facts = &profile->facts;
	struct at_warnings *warnings = &profile->warnings;
	double others = facts->emulated ? NAN : at_load_of_others(&facts->before, &facts->after);
	double stolen = processor_facts_stolen_pct(facts);

	if (facts->emulated)
		at_warnings_add(warnings, "emulated", "an emulator runs this program: everything was run once, and nothing was timed");
	if (facts->cpu.virtual_known && facts->cpu.virtual_machine)
		at_warnings_add(warnings, "virtualized", "this is a virtual machine%s%s: others may use the same caches and memory unseen",
				*facts->cpu.hypervisor ? " of " : "", facts->cpu.hypervisor);
	if (facts->cpu_quota > 0)
		at_warnings_add(warnings, "cpu_quota", "the control group gives the time of %g CPUs", facts->cpu_quota);
	if (!isnan(others) && others > profile->options.busy_cpus)
		at_warnings_add(warnings, "other_load", "others used %.2f CPUs meanwhile", others);
	if (!isnan(stolen) && stolen > 1)
		at_warnings_add(warnings, "stolen", "the hypervisor gave %.1f %% of the CPUs' time to others", stolen);
	if (*facts->before.governor && strcmp(facts->before.governor, "performance"))
		at_warnings_add(warnings, "governor", "the clock is under the governor '%s', not 'performance'", facts->before.governor);
	if (!strcmp(facts->huge_policy, "never"))
		at_warnings_add(warnings, "no_huge_pages", "huge pages are off: latencies of large sizes contain more of address translation");
	if (profile->topology.injected)
		at_warnings_add(warnings, "injected_topology", "the caches are those of a given description, not of this machine");
	if (profile->options.last_level_bytes)
		at_warnings_add(warnings, "override", "the last level cache is taken to be %llu KiB because the caller says so",
				(unsigned long long)profile->options.last_level_bytes >> 10);
	for (size_t i = 0; i < profile->topology.caches; i++)
		if (profile->topology.cache[i].confidence == PROCESSOR_INFERRED)
			at_warnings_add(warnings, "inferred", "cache sizes are those of %s, which need not be those of one core",
					profile->topology.cache[i].source);
}

enum processor_reason processor_profile_measure(const struct processor_profile_options *options, struct processor_profile **made)
{
	char wrong[256];

	*made = NULL;
	if (!processor_profile_check(options, wrong, sizeof wrong))
		return PROCESSOR_INVALID_OPTIONS;
	struct processor_profile *profile = at_alloc(sizeof *profile);
	profile->options = *options;
	if (read_topology(profile, options)) {
		int saved = errno;
		processor_profile_free(profile);
		errno = saved;
		return PROCESSOR_ALLOCATION_FAILED;
	}
	profile->sizes = at_resize(NULL, options->size_count, sizeof *profile->sizes);
	if (options->size_count)
		memcpy(profile->sizes, options->sizes, options->size_count * sizeof *profile->sizes);
	profile->features = processor_features_detect();
	select_domain(profile);
	select_participants(profile);
	int cpu = profile->participants[PROCESSOR_SINGLE].cpu[0];
	processor_facts_begin(&profile->facts, cpu, options->emulated);
	profile->caches = (struct processor_caches){ .topology = &profile->topology, .last_level_bytes = options->last_level_bytes };
	profile->budget_bytes = processor_budget(options->memory_budget_bytes, profile->facts.available_bytes,
			profile->facts.group_bytes);
	measure_all(profile);
	processor_facts_end(&profile->facts, cpu);
	profile->interrupted = options->stop && *options->stop;
	processor_results_warn(profile);
	warn_of_machine(profile);
	processor_results_warn_unknown(profile);
	*made = profile;
	return PROCESSOR_AVAILABLE;
}
