#include "time_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "affinity.h"
#include "alloc.h"
#include "number.h"
#include "option.h"
#include "terminal.h"

static const uint64_t UNSET = UINT64_MAX;
enum { MOST_RUNS = 1000 };

/* What is still text after the options were read. */
struct raw {
	const char *check, *metric, *rule, *cpu, *on_stderr, *lock_wait, *dir_b, *bin_b, *emulator;
	uint64_t warmup, calibrate, rounds, max_rounds, iterations, resamples, expected_exit;
};

static void read_table(int argc, char **argv, struct at_time_options *o, struct raw *raw, int *first)
{
	struct at_session_settings *s = &o->settings;
	const struct at_option table[] = {
		{ "dir-a", 'a', AT_TEXT, &o->directory[0], "DIR", "where build a runs (the current directory)" },
		{ "dir-b", 'b', AT_TEXT, &raw->dir_b, "DIR", "where build b runs the same command" },
		{ "template", 't', AT_TEXT, &o->template, "TEXT", "the command as '{bin} -9 < {input} | wc -c', run without a shell" },
		{ "vet", 0, AT_FLAG, &o->vet, NULL, "only say whether the template can touch no file but {input} and {output}; run nothing" },
		{ "bin", 0, AT_TEXT, &o->bin[0], "PATH", "the program {bin}, relative to the directory" },
		{ "bin-b", 0, AT_TEXT, &raw->bin_b, "PATH", "… of build b, if it is another one" },
		{ "input", 'i', AT_TEXT, &o->input, "FILE", "the file {input}; no run may change it" },
		{ "iterations", 'n', AT_COUNT, &raw->iterations, "N", "the number {iterations}" },
		{ "stdin", 0, AT_TEXT, &o->stdin_file, "FILE", "stdin of a plain command (/dev/null)" },
		{ "stdout-file", 0, AT_TEXT, &o->stdout_file, "FILE", "stdout of a plain command goes to this file" },
		{ "check", 'c', AT_TEXT, &raw->check, "WHAT", "compare the output of every run: none (default), stdout, file, lines:PREFIX" },
		{ "stderr", 0, AT_TEXT, &raw->on_stderr, "WHAT",
			"text on stderr: ignore, warn or fail (" AT_SHOWN_STDERR ")" },
		{ "expect-exit", 0, AT_COUNT, &raw->expected_exit, "N", "the exit code of a good run (0)" },
		{ "warmup", 'w', AT_COUNT, &raw->warmup, "N", "warm-up runs of each build (" AT_SHOWN_WARMUP ")" },
		{ "calibrate", 0, AT_COUNT, &raw->calibrate, "N",
			"calibration runs of build a (" AT_SHOWN_CALIBRATE "; without build b 0)" },
		{ "rounds", 'r', AT_COUNT, &raw->rounds, "N", "rounds (" AT_SHOWN_ROUNDS ")" },
		{ "max-rounds", 'm', AT_COUNT, &raw->max_rounds, "N",
			"rounds when the noise asks for more (" AT_SHOWN_MAX_ROUNDS ", or --rounds if that is given)" },
		{ "min-rounds", 0, AT_COUNT, &s->stats.rounds_least, "N",
			"fewer rounds of two builds are no measurement (" AT_SHOWN_MIN_ROUNDS ")" },
		{ "rule", 0, AT_TEXT, &raw->rule, "NAME",
			"when to stop and what to conclude: paired, screen, interval (" AT_SHOWN_RULE ")" },
		{ "effect", 'e', AT_REAL, &s->stats.effect_pct, "PERCENT",
			"the smallest change that counts (" AT_SHOWN_EFFECT ")" },
		{ "alpha", 0, AT_REAL, &s->stats.alpha, "LEVEL",
			"one-sided level of the signed-rank test at a look (" AT_SHOWN_PAIRED_ALPHA ")" },
		{ "band-alpha", 0, AT_REAL, &s->stats.band_alpha, "LEVEL",
			"one-sided level of 'inside the band' (" AT_SHOWN_BAND_ALPHA ")" },
		{ "interval-alpha", 0, AT_REAL, &s->stats.interval_alpha, "LEVEL",
			"level of Mann-Whitney's p, of the rule interval (" AT_SHOWN_ALPHA ")" },
		{ "resamples", 0, AT_COUNT, &raw->resamples, "N", "bootstrap resamples (" AT_SHOWN_RESAMPLES ")" },
		{ "metric", 0, AT_TEXT, &raw->metric, "NAME",
			"which time is compared: auto, cpu or wall (" AT_SHOWN_METRIC ")" },
		{ "cpu-bound", 0, AT_REAL, &s->bound_pct, "PERCENT",
			"auto: a run that computes for so much of its time speaks for cpu (" AT_SHOWN_CPU_BOUND ")" },
		{ "timeout", 'T', AT_REAL, &o->timeout, "SECONDS", "limit of one run (" AT_SHOWN_TIMEOUT ")" },
		{ "cpu", 0, AT_TEXT, &raw->cpu, "N", "pin the runs to this CPU (the highest allowed), or none" },
		{ "emulator", 0, AT_TEXT, &raw->emulator, "WORDS", "run the program by this emulator, with its arguments" },
		{ "env", 0, AT_LIST, &o->environment, "NAME=VALUE", "add to the fixed environment" },
		{ "keep-env", 0, AT_FLAG, &o->keep_environment, NULL, "give the runs our environment instead of the fixed one" },
		{ "fresh", 0, AT_FLAG, &s->fresh, NULL, "remove the files that a run adds to its directory (for private copies)" },
		{ "run-dir", 0, AT_TEXT, &o->run_directory, "DIR", "where HOME, TMPDIR and {output} of the runs go (TMPDIR)" },
		{ "seed", 0, AT_TEXT, &o->seed, "NAME", "name of the random order, paddings and resamples" },
		{ "lock", 0, AT_TEXT, &o->lock, "FILE", "wait for this machine-wide lock and hold it" },
		{ "label", 0, AT_TEXT, &o->label, "TEXT", "what the lock's record says about us" },
		{ "lock-wait", 0, AT_TEXT, &raw->lock_wait, "SECONDS", "give up on the lock after this long (never)" },
		{ "warn-load", 0, AT_REAL, &s->busy_cpus, "CPUS", "warn when others use more (" AT_SHOWN_WARN_LOAD ")" },
		{ "warn-celsius", 0, AT_REAL, &s->hot_celsius, "DEGREES",
			"unstable from this temperature on (" AT_SHOWN_WARN_CELSIUS ")" },
		{ "warn-clock", 0, AT_REAL, &s->frequency_pct, "PERCENT",
			"unstable when the clock changed by more (" AT_SHOWN_WARN_CLOCK ")" },
		{ "warn-contention", 0, AT_REAL, &s->contention_pct, "PERCENT",
			"warn when runs had no CPU for more of their time (" AT_SHOWN_WARN_CONTENTION ")" },
		{ "warn-first", 0, AT_REAL, &s->first_times, "TIMES",
			"warn when the first run took so many times as long as the others (" AT_SHOWN_WARN_FIRST ")" },
		{ "cpu-share", 0, AT_REAL, &s->computing_pct, "PERCENT",
			"warn when a build computes for less of its time (" AT_SHOWN_CPU_SHARE ")" },
		{ "same-time", 0, AT_REAL, &s->same_time_pct, "PERCENT",
			"outputs differ, times scatter by less: it watches the clock (" AT_SHOWN_SAME_TIME ")" },
		{ "moment", 0, AT_REAL, &s->moment_seconds, "SECONDS",
			"no such conclusion from shorter times and differences (" AT_SHOWN_MOMENT ")" },
		{ "output", 'o', AT_TEXT, &o->samples, "FILE", "write every run there as JSON Lines" },
		{ "json", 'j', AT_FLAG, &o->json, NULL, "print the summary as one JSON object" },
		{ "markdown", 0, AT_FLAG, &o->markdown, NULL, "print the table as Markdown" },
		{ "quiet", 'q', AT_FLAG, &o->quiet, NULL, "print no table and no progress" },
		{ 0 }
	};
	const struct at_usage usage = {
		"time a command, or two builds of one against each other, so that noise cannot fool you",
		(const char *const[]){ "[OPTION…] -- COMMAND ARG…", "[OPTION…] -- COMMAND ARG… --versus COMMAND ARG…",
			"[OPTION…] --dir-a DIR --dir-b DIR -- COMMAND ARG…",
			"[OPTION…] --dir-a DIR --dir-b DIR --template TEXT --bin PATH [--input FILE] [--iterations N]", NULL },
		table, "Exit: 0 done, whatever the verdict; 1 a run failed, outputs differ, or the machine was unstable: no verdict;\n"
		"2 usage; 3 the session could not be carried out; 130 interrupted.\n"
	};
	*first = at_options(&usage, argc, argv);
}

static void set_rounds(struct at_time_options *o, const struct raw *raw)
{
	struct at_session_settings *s = &o->settings;

	s->rounds = raw->rounds == UNSET ? AT_DEFAULT_ROUNDS : raw->rounds;
	s->max_rounds = raw->max_rounds != UNSET ? raw->max_rounds :
			raw->rounds != UNSET ? raw->rounds : AT_DEFAULT_MAX_ROUNDS;
	if (s->max_rounds < s->rounds)
		s->rounds = s->max_rounds;
	s->warmup = raw->warmup == UNSET ? AT_DEFAULT_WARMUP : raw->warmup;
	s->calibrate = raw->calibrate != UNSET ? raw->calibrate : s->pair ? AT_DEFAULT_CALIBRATE : 0;
	if (s->max_rounds > MOST_RUNS || s->warmup > MOST_RUNS || s->calibrate > MOST_RUNS)
		at_usage_error("at most %d rounds, warm-up runs and calibration runs", MOST_RUNS);
	if (!s->rounds)
		at_usage_error("--rounds must be at least 1");
	if (s->pair && s->rounds < s->stats.rounds_least)
		at_usage_error("comparing two builds takes at least %llu rounds", (unsigned long long)s->stats.rounds_least);
}

static void set_words(struct at_time_options *o, const struct raw *raw)
{
	struct at_session_settings *s = &o->settings;
	static const char *const policies[] = { "ignore", "warn", "fail" };
	uint64_t cpu;
	int policy = 0;

	if (at_check_parse(raw->check, &o->check))
		at_usage_error("--check takes none, stdout, file or lines:PREFIX, not '%s'", raw->check);
	if (at_rule_parse(raw->rule, &s->stats.rule))
		at_usage_error("--rule takes interval, paired or screen, not '%s'", raw->rule);
	if (at_metric_parse(raw->metric, &s->metric))
		at_usage_error("--metric takes auto, cpu or wall, not '%s'", raw->metric);
	while (policy < 3 && strcmp(raw->on_stderr, policies[policy]))
		policy++;
	if (policy == 3)
		at_usage_error("--stderr takes ignore, warn or fail, not '%s'", raw->on_stderr);
	s->on_stderr = (enum at_stderr_policy)policy;
	o->cpu = -1;
	if (!raw->cpu)
		o->cpu = at_cpu_highest();
	else if (strcmp(raw->cpu, "none")) {
		if (at_parse_count(raw->cpu, &cpu) || cpu > 65535 || !at_cpu_allowed((int)cpu))
			at_usage_error("--cpu takes the number of a CPU that we may use, or none, not '%s'", raw->cpu);
		o->cpu = (int)cpu;
	}
	o->lock_wait = -1;
	if (raw->lock_wait && (at_parse_real(raw->lock_wait, &o->lock_wait) || o->lock_wait < 0))
		at_usage_error("--lock-wait takes seconds, not '%s'", raw->lock_wait);
}

static void check_range(const char *option, double value, double low, double high)
{
	if (!(value >= low && value <= high))
		at_usage_error("--%s takes %g to %g, not %g", option, low, high, value);
}

static void check_numbers(const struct at_time_options *o, const struct raw *raw)
{
	const struct at_session_settings *s = &o->settings;
	char wrong[160];

	if (!at_stats_check(&s->stats, wrong, sizeof wrong))
		at_usage_error("%s", wrong);
	check_range("cpu-bound", s->bound_pct, 1, 100);
	check_range("warn-contention", s->contention_pct, 0, 100);
	check_range("warn-first", s->first_times, 1, 1000);
	check_range("cpu-share", s->computing_pct, 0, 100);
	check_range("same-time", s->same_time_pct, 0, 100);
	check_range("moment", s->moment_seconds, 0, 1000);
	if (!(o->timeout > 0 && o->timeout <= 1e6))
		at_usage_error("--timeout takes seconds above 0, not %g", o->timeout);
	if (raw->resamples > AT_RESAMPLES_MOST || !raw->resamples)
		at_usage_error("--resamples takes 1 to %d", AT_RESAMPLES_MOST);
	if (raw->expected_exit > 255)
		at_usage_error("--expect-exit takes 0 to 255");
	for (size_t i = 0; i < o->environment.count; i++)
		if (!strchr(o->environment.word[i], '=') || o->environment.word[i][0] == '=')
			at_usage_error("--env takes NAME=VALUE, not '%s'", o->environment.word[i]);
}

/* Words that only mean something to a shell: the person expects one, and there is none. */
static void refuse_shell_words(char *const *words, size_t count)
{
	static const char *const shell[] = { "<", ">", ">>", "|", "||", "&&", "&", ";", "2>", "2>&1", NULL };

	for (size_t i = 0; i < count; i++)
		for (const char *const *word = shell; *word; word++)
			if (!strcmp(words[i], *word))
				at_usage_error("'%s' means nothing here, there is no shell: use --stdin FILE, --stdout-file FILE, or --template 'TEXT'",
						words[i]);
}

static void set_commands(struct at_time_options *o, char **words, size_t count)
{
	size_t split = 0;

	if (o->template) {
		if (count)
			at_usage_error("unexpected '%s': the command is the --template", words[0]);
		if (o->stdin_file || o->stdout_file)
			at_usage_error("--stdin and --stdout-file are for plain commands: write '< {input}' or '> {output}' in the template");
		return;
	}
	if (o->vet)
		at_usage_error("--vet is for a --template");
	if (!count)
		at_usage_error("no command given: put it after '--', or use --template");
	if (o->bin[0] || o->bin[1])
		at_usage_error("--bin is for --template: a plain command names its program itself");
	while (split < count && strcmp(words[split], "--versus"))
		split++;
	o->words[0] = o->words[1] = words;
	o->count[0] = o->count[1] = split;
	if (split < count) {
		o->words[1] = words + split + 1;
		o->count[1] = count - split - 1;
	}
	if (!o->count[0] || !o->count[1])
		at_usage_error("a command is missing beside '--versus'");
	refuse_shell_words(o->words[0], o->count[0]);
	refuse_shell_words(o->words[1], o->count[1]);
}

void at_time_options(int argc, char **argv, struct at_time_options *o)
{
	struct raw raw = { .check = "none", .metric = AT_DEFAULT_METRIC, .rule = AT_DEFAULT_RULE,
			.on_stderr = AT_DEFAULT_STDERR, .warmup = UNSET, .calibrate = UNSET,
			.rounds = UNSET, .max_rounds = UNSET, .iterations = UNSET, .resamples = AT_DEFAULT_RESAMPLES };
	int first;

	*o = (struct at_time_options){ .seed = "atesor-time", .label = "atesor-time", .timeout = AT_DEFAULT_TIMEOUT,
			.settings = { .stats = AT_STATS_DEFAULTS, .busy_cpus = AT_DEFAULT_WARN_LOAD,
				.hot_celsius = AT_DEFAULT_WARN_CELSIUS, .frequency_pct = AT_DEFAULT_WARN_CLOCK,
				.contention_pct = AT_DEFAULT_WARN_CONTENTION, .computing_pct = AT_DEFAULT_CPU_SHARE,
				.first_times = AT_DEFAULT_WARN_FIRST, .same_time_pct = AT_DEFAULT_SAME_TIME,
				.moment_seconds = AT_DEFAULT_MOMENT, .bound_pct = AT_DEFAULT_CPU_BOUND } };
	read_table(argc, argv, o, &raw, &first);
	o->directory[1] = raw.dir_b ? raw.dir_b : o->directory[0];
	o->bin[1] = raw.bin_b ? raw.bin_b : o->bin[0];
	for (const char *at = raw.emulator ? raw.emulator : ""; *(at += strspn(at, " \t")); at += strcspn(at, " \t"))
		at_argv_give(&o->emulator, at_strndup(at, strcspn(at, " \t")));
	set_commands(o, argv + first, (size_t)(argc - first));
	o->settings.pair = raw.dir_b || raw.bin_b || o->words[0] != o->words[1];
	check_numbers(o, &raw);
	set_rounds(o, &raw);
	set_words(o, &raw);
	if (raw.iterations != UNSET)
		snprintf(o->iterations, sizeof o->iterations, "%llu", (unsigned long long)raw.iterations);
	o->settings.stats.resamples = (unsigned)raw.resamples;
	o->settings.stats.seed = o->seed;
	o->settings.expected_exit = (int)raw.expected_exit;
	o->settings.progress = !o->quiet && at_terminal(STDERR_FILENO);
	if (!o->run_directory)
		o->run_directory = getenv("TMPDIR") && *getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
	if (o->check.kind == AT_CHECK_FILE && !o->template && !o->stdout_file)
		at_usage_error("--check file needs {output} in a --template, or --stdout-file");
}
