#include "roofline_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "message.h"
#include "number.h"
#include "option.h"

/* Larger than this is no topology. */
enum { TOPOLOGY_MOST = 1 << 20 };

/* What was given; the defaults depend on --quick. */
struct given {
	const char *threads, *modes, *types, *sizes, *cpus, *topology;
	uint64_t repeats, budget, last_level, sweep_most;
	double minimum_ms, slice_ms;
	double clock_pct, level_pct, below_pct;
	bool quick, no_latency, no_sweep;
};

/* The words of a text, separated by commas, as bits of the number that `name` gives each; "all" and "none" are words as well. */
static unsigned bits_of(const char *option, const char *text, const char *(*name)(unsigned), unsigned count)
{
	unsigned bits = 0;

	if (!strcmp(text, "all"))
		return (1u << count) - 1;
	if (!strcmp(text, "none"))
		return 0;
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ",");
		unsigned i = 0;
		while (i < count && (strlen(name(i)) != length || memcmp(name(i), at, length)))
			i++;
		if (i == count) {
			struct at_buffer known = AT_BUFFER_INIT;
			for (i = 0; i < count; i++)
				at_buffer_printf(&known, " %s", name(i));
			at_usage_error("--%s takes words of:%s, separated by commas, not '%.*s'", option, known.data, (int)length, at);
		}
		bits |= 1u << i;
		at += length;
		if (!*at)
			return bits;
	}
}

static const char *policy_name(unsigned i)
{
	return processor_policy_name((enum processor_policy)i);
}

static const char *mode_name(unsigned i)
{
	return processor_mode_name((enum processor_mode)i);
}

static const char *type_name(unsigned i)
{
	return processor_type_name((enum processor_type)i);
}

static void take_sizes(struct at_roofline_options *options, const char *text)
{
	for (const char *at = text;; at++) {
		size_t length = strcspn(at, ",");
		char *word = at_strndup(at, length);
		if (options->profile.size_count == PROCESSOR_SIZES_MOST)
			at_usage_error("--sizes takes at most %d sizes", PROCESSOR_SIZES_MOST);
		if (at_parse_bytes(word, &options->size[options->profile.size_count++]))
			at_usage_error("--sizes takes sizes such as 24K,8M, not '%s'", word);
		free(word);
		at += length;
		if (!*at)
			break;
	}
	options->profile.sizes = options->size;
}

static void read_topology(struct at_roofline_options *options, const char *path)
{
	struct at_buffer text = AT_BUFFER_INIT;
	char *error;

	if (at_buffer_read_file(&text, path, TOPOLOGY_MOST))
		at_die(AT_EXIT_TROUBLE, "cannot read the topology '%s': %m", path);
	if (processor_topology_parse(&options->topology, text.data ? text.data : "", &error))
		at_usage_error("the topology '%s': %s", path, error);
	at_buffer_free(&text);
	options->profile.topology = &options->topology;
}

static void settle(struct at_roofline_options *options, const struct given *given)
{
	struct processor_profile_options *profile = &options->profile;
	char wrong[256];

	if (given->quick) {
		profile->repeats = 3;
		profile->minimum_duration_ms = 3;
		profile->slice_ms = 0.5;
		profile->sweep_most_bytes = UINT64_C(32) << 20;
	}
	if (given->repeats != UINT64_MAX)
		profile->repeats = given->repeats;
	if (!isnan(given->minimum_ms))
		profile->minimum_duration_ms = given->minimum_ms;
	if (!isnan(given->slice_ms))
		profile->slice_ms = given->slice_ms;
	if (given->budget != UINT64_MAX)
		profile->memory_budget_bytes = given->budget;
	if (given->sweep_most != UINT64_MAX)
		profile->sweep_most_bytes = given->sweep_most;
	profile->last_level_bytes = given->last_level;
	profile->clock_tolerance = given->clock_pct / 100;
	profile->plateau_tolerance = given->level_pct / 100;
	profile->plateau_below = given->below_pct / 100;
	profile->latency = !given->no_latency;
	profile->sweep = !given->no_sweep;
	if (given->threads)
		profile->policies = bits_of("threads", given->threads, policy_name, PROCESSOR_POLICIES);
	if (given->modes)
		profile->modes = bits_of("modes", given->modes, mode_name, PROCESSOR_MODES);
	if (given->types)
		profile->types = bits_of("types", given->types, type_name, PROCESSOR_TYPES);
	if (given->sizes)
		take_sizes(options, given->sizes);
	if (given->cpus) {
		if (processor_cpus_parse(given->cpus, strlen(given->cpus), &options->cpus))
			at_usage_error("--cpus takes a list such as 0-3,8, not '%s'", given->cpus);
		profile->cpus = &options->cpus;
	}
	if (given->topology)
		read_topology(options, given->topology);
	if (!processor_profile_check(profile, wrong, sizeof wrong))
		at_usage_error("%s", wrong);
}

void at_roofline_options(int argc, char **argv, struct at_roofline_options *options)
{
	static const char *const synopsis[] = { "[--quick] [--threads WORDS] [--repeats N] [--min-ms MS] [--budget BYTES] [-o FILE]",
		"--sizes LIST [--modes WORDS] [--types WORDS]", "--from FILE --plot DIR", NULL };
	struct given given = { .repeats = UINT64_MAX, .budget = UINT64_MAX, .sweep_most = UINT64_MAX, .minimum_ms = NAN,
			.slice_ms = NAN, .clock_pct = AT_DEFAULT_ROOF_CLOCK, .level_pct = AT_DEFAULT_ROOF_LEVEL,
			.below_pct = AT_DEFAULT_ROOF_BELOW };
	struct processor_profile_options *profile = &options->profile;
	const struct at_option table[] = {
		{ "quick", 0, AT_FLAG, &given.quick, NULL, "a bounded run of some seconds: everything once, with short samples" },
		{ "threads", 0, AT_TEXT, &given.threads, "WORDS", "single, physical (single,physical)" },
		{ "repeats", 0, AT_COUNT, &given.repeats, "N", "samples of each measurement (7)" },
		{ "min-ms", 0, AT_REAL, &given.minimum_ms, "MS", "least duration of a sample (50)" },
		{ "slice-ms", 0, AT_REAL, &given.slice_ms, "MS", "length of its parts (2)" },
		{ "budget", 0, AT_BYTES, &given.budget, "BYTES", "for all working sets together (512M)" },
		{ "modes", 0, AT_TEXT, &given.modes, "WORDS", "read, write, copy, read_modify_write, write_nt, copy_nt, none (all)" },
		{ "types", 0, AT_TEXT, &given.types, "WORDS", "float32, float64, float16, bfloat16, int8, none (all)" },
		{ "no-latency", 0, AT_FLAG, &given.no_latency, NULL, "leave the latencies out" },
		{ "no-sweep", 0, AT_FLAG, &given.no_sweep, NULL, "leave the growing sizes out, and so what they show of the caches" },
		{ "sweep-most", 0, AT_BYTES, &given.sweep_most, "BYTES", "largest of the growing sizes (256M)" },
		{ "cpus", 0, AT_TEXT, &given.cpus, "LIST", "only these CPUs, such as 0-3,8" },
		{ "sizes", 0, AT_TEXT, &given.sizes, "LIST", "measure these working sets instead of the levels: 24K,512K,8M" },
		{ "topology", 0, AT_TEXT, &given.topology, "FILE", "caches and cores as this file describes them" },
		{ "last-level", 0, AT_BYTES, &given.last_level, "BYTES", "take the last level cache to be so large" },
		{ "allow-unpinned", 0, AT_FLAG, &profile->allow_unpinned, NULL, "measure even where a participant cannot be pinned" },
		{ "emulated", 0, AT_FLAG, &profile->emulated, NULL, "an emulator runs this: run everything once, time nothing" },
		{ "noisy-private", 0, AT_REAL, &profile->noisy_private_pct, "PCT",
			"IQR over median that is noisy: L1, L2, arithmetic (" AT_SHOWN_ROOF_NOISY ")" },
		{ "noisy-shared", 0, AT_REAL, &profile->noisy_shared_pct, "PCT",
			"… L3, RAM (" AT_SHOWN_ROOF_NOISY_SHARED ")" },
		{ "wall-over-cpu", 0, AT_REAL, &profile->wall_over_cpu, "RATIO",
			"a slice counts up to this wall time over CPU time (" AT_SHOWN_ROOF_WALL ")" },
		{ "stagger", 0, AT_REAL, &profile->stagger, "RATIO",
			"… and up to this time of all participants over the longest one's (" AT_SHOWN_ROOF_STAGGER ")" },
		{ "clock", 0, AT_REAL, &given.clock_pct, "PCT",
			"readings of the clock that differ by at most this agree (" AT_SHOWN_ROOF_CLOCK ")" },
		{ "level", 0, AT_REAL, &given.level_pct, "PCT",
			"latencies that differ by at most this are level (" AT_SHOWN_ROOF_LEVEL ")" },
		{ "below", 0, AT_REAL, &given.below_pct, "PCT",
			"a cache's latency is at most this of the largest size's (" AT_SHOWN_ROOF_BELOW ")" },
		{ "warn-load", 0, AT_REAL, &profile->busy_cpus, "CPUS",
			"warn when others use more (" AT_SHOWN_ROOF_LOAD ")" },
		{ "patience", 0, AT_REAL, &profile->patience, "TIMES",
			"give up after so many times the time that is needed (" AT_SHOWN_ROOF_PATIENCE ")" },
		{ "lock", 0, AT_TEXT, &options->lock, "FILE", "wait for this machine-wide lock and hold it" },
		{ "label", 0, AT_TEXT, &options->label, "TEXT", "what the lock's record says about us" },
		{ "output", 'o', AT_TEXT, &options->output, "FILE", "write there (-: stdout; with --plot: DIR/profile.json)" },
		{ "plot", 0, AT_TEXT, &options->plot, "DIR", "draw it as well: size, levels, compute and roofline.svg in DIR" },
		{ "from", 0, AT_TEXT, &options->from, "FILE", "measure nothing: draw this document" },
		{ "quiet", 'q', AT_FLAG, &options->quiet, NULL, "no progress on a terminal" },
		{ 0 }
	};
	const struct at_usage usage = { "memory and compute profile of the processor, as effective measurements, as JSON", synopsis,
			table, NULL };

	*options = (struct at_roofline_options){ .profile = PROCESSOR_PROFILE_DEFAULTS, .label = "atesor-roofline" };
	int at = at_options(&usage, argc, argv);
	if (at < argc)
		at_usage_error("'%s' is one operand too many", argv[at]);
	if (options->from && !options->plot)
		at_usage_error("--from draws a document: say where to with --plot DIR");
	if (options->plot && options->output && !strcmp(options->output, "-"))
		at_usage_error("--plot draws what a file holds: name it with --output FILE");
	if (options->from && options->output)
		at_usage_error("--from writes no document: leave --output out");
	settle(options, &given);
}

void at_roofline_options_free(struct at_roofline_options *options)
{
	at_cpus_free(&options->cpus);
	processor_topology_free(&options->topology);
}
