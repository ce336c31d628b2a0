/* atesor-stats: is V faster than B? From paired times to figures and the verdict of every rule. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "buffer.h"
#include "filter.h"
#include "json.h"
#include "message.h"
#include "option.h"
#include "stat_columns.h"
#include "stat_explain.h"
#include "stat_spread.h"
#include "stats.h"

enum { INPUT_LIMIT = 16 << 20 };

static const char *rule_name = AT_DEFAULT_RULE, *samples;
static struct at_stats_settings settings = AT_STATS_DEFAULTS;
static uint64_t resamples = AT_DEFAULT_RESAMPLES;
static bool explain;

static const struct at_usage usage = {
	"compare paired times of a baseline B and a tune V",
	(const char *const[]){ "[OPTION…] < COLUMNS", "[OPTION…] FILE", "[OPTION…] --samples FILE.jsonl", NULL },
	(const struct at_option[]){
		{ "rule", 'r', AT_TEXT, &rule_name, "NAME", "whose verdict: interval, paired or screen (" AT_SHOWN_RULE ")" },
		{ "effect", 'e', AT_REAL, &settings.effect_pct, "PERCENT",
			"the smallest change that counts (" AT_SHOWN_EFFECT ")" },
		{ "alpha", 0, AT_REAL, &settings.alpha, "LEVEL",
			"one-sided level of the signed-rank test at a look (" AT_SHOWN_PAIRED_ALPHA ")" },
		{ "band-alpha", 0, AT_REAL, &settings.band_alpha, "LEVEL",
			"one-sided level of 'inside the band' (" AT_SHOWN_BAND_ALPHA ")" },
		{ "interval-alpha", 0, AT_REAL, &settings.interval_alpha, "LEVEL",
			"level of Mann-Whitney's p, of the rule interval (" AT_SHOWN_ALPHA ")" },
		{ "min-rounds", 0, AT_COUNT, &settings.rounds_least, "N",
			"fewer rounds are no measurement (" AT_SHOWN_MIN_ROUNDS ")" },
		{ "resamples", 0, AT_COUNT, &resamples, "N", "bootstrap resamples of whole rounds (" AT_SHOWN_RESAMPLES ")" },
		{ "seed", 0, AT_TEXT, &settings.seed, "NAME", "name of the bootstrap's random numbers" },
		{ "samples", 's', AT_TEXT, &samples, "FILE", "read the samples that atesor-time wrote (through jq)" },
		{ "explain", 'x', AT_FLAG, &explain, NULL, "say in words how the verdicts came about, instead of JSON" },
		{ 0 } },
	"Input: a line \"B V\" a round, times in any unit; \"calibration B\" for a calibration run of the baseline.\n"
};

static void read_columns(const char *file, struct at_buffer *text)
{
	char *error;

	if (samples) {
		if (access(samples, R_OK))
			at_die(AT_EXIT_TROUBLE, "cannot read '%s': %m", samples);
		if (at_filter_run("program/samples", samples, INPUT_LIMIT, text, &error))
			at_die(AT_EXIT_TROUBLE, "cannot read samples from '%s': %s", samples, error);
	} else if (at_buffer_read_file(text, file, INPUT_LIMIT)) {
		at_die(AT_EXIT_TROUBLE, "cannot read '%s': %m", file);
	}
}

static void check_settings(void)
{
	char wrong[160];

	if (at_rule_parse(rule_name, &settings.rule))
		at_usage_error("--rule takes interval, paired or screen, not '%s'", rule_name);
	settings.resamples = resamples > UINT32_MAX ? UINT32_MAX : (unsigned)resamples;
	if (!at_stats_check(&settings, wrong, sizeof wrong))
		at_usage_error("%s", wrong);
}

int main(int argc, char **argv)
{
	struct at_buffer text = AT_BUFFER_INIT, words = AT_BUFFER_INIT;
	struct at_columns columns;
	struct at_stats stats;
	struct at_json json = { 0 };

	int first = at_options(&usage, argc, argv);
	if (argc - first > (samples ? 0 : 1))
		at_usage_error("unexpected argument '%s'", argv[argc - 1]);
	check_settings();
	const char *file = first < argc ? argv[first] : "-";
	read_columns(file, &text);
	if (at_columns_parse(text.data ? text.data : "", text.length, settings.rounds_least, &columns))
		at_die(AT_EXIT_TROUBLE, "%s: %s", samples ? samples : strcmp(file, "-") ? file : "stdin", columns.error);
	if (columns.calibrations >= 2)
		settings.calibration_cv = at_variation(columns.calibration, columns.calibrations);
	at_stats_compute(columns.base, columns.tune, columns.rounds, &settings, &stats);
	at_columns_free(&columns);
	at_buffer_free(&text);
	if (explain) {
		at_stats_explain(&stats, &settings, &words);
		fputs(words.data, stdout);
		at_buffer_free(&words);
	} else {
		at_json_object(&json, NULL);
		at_stats_write(&stats, &settings, &json);
		at_json_end(&json);
		at_json_line(&json, stdout);
		at_json_free(&json);
	}
	if (fflush(stdout) || ferror(stdout))
		at_die(AT_EXIT_TROUBLE, "cannot write to stdout: %m");
	return AT_EXIT_DONE;
}
