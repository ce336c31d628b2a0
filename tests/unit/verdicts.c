/* The rule of a session stands twice: in stat_rules.c, which ends a session, and in a jq filter, which judges its
 * stored figures by the thresholds of another day. Here both judge the same random sessions, and must agree. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "check.h"
#include "json.h"
#include "random.h"
#include "stats.h"

/* Where the filter is: the directory for -L, and the name to include. */
#define FILTERS "mk"
#define FILTER "policy/verdict"

enum { SESSIONS = 2400, ROUNDS_MOST = 60, ASKED = 9, LEAST_SEEN = 100 };

/* What jq does with each session: takes away what is absent, and judges by the same functions as the pipeline. It
 * prints a line for each verdict that is another one, and in the end how many there were. */
static const char judge[] = "include \"" FILTER "\"; def wrong: . as $s | .without as $without"
	" | (.stats | delpaths([$without[] | [.]])) as $stats | $s.asked[] | . as $one"
	" | {rule, effect: .effect_pct, alpha, max_rounds: 1e9} as $config"
	" | ({config: $config} | session_verdict({status: \"ok\", data: {stats: $stats}})) as $said"
	" | [if $said.verdict != $one.verdict then \"\\(.rule): \\($said.verdict), and in C \\(.verdict)\" else empty end,"
	"    if $said.by_interval != $one.by_interval"
	"    then \"by interval: \\($said.by_interval), and in C \\($one.by_interval)\" else empty end,"
	"    if .rule != \"interval\" and $stats.effect_pct != .effect_pct and ($stats | suffices($config)) != .decided"
	"    then \"\\(.rule): decided \\(.decided | not), and in C \\(.decided)\" else empty end]"
	" | if . == [] then empty"
	"   else \"session \\($s.session), \\($one), without \\($without | join(\" \")): \\(join(\"; \"))\" end;"
	" foreach (inputs, null) as $s (0; if $s then . + ($s.asked | length) else . end;"
	"     if $s then ($s | wrong) else \"\\(.) judged\" end)";

/* Which figures are taken away, and their names in the document. */
enum { CI = 1, MANN_WHITNEY = 2, HODGES_LEHMANN = 4, PAIRED = 8, BAND = 16, ONE_SIDE = 32 };

static double between(struct at_random *random, double low, double high)
{
	return low + (high - low) * at_random_unit(random);
}

static double one_of(struct at_random *random, const double *values, size_t count)
{
	return values[at_random_below(random, count)];
}

#define ONE_OF(random, ...) \
	one_of(random, (const double[]){ __VA_ARGS__ }, sizeof(double[]){ __VA_ARGS__ } / sizeof(double))

/* Times of both builds: with scatter, now and then an outlier, drift, and rounded, so that there are ties. */
static void simulate(struct at_random *random, double gain, double cv, double *base, double *tune, size_t rounds)
{
	double drift = ONE_OF(random, 0, 0, 0.005, 0.03), step = ONE_OF(random, 0, 0, 0.001, 0.02);

	for (size_t i = 0; i < rounds; i++)
		for (int build = 0; build < 2; build++) {
			double scatter = between(random, -1, 1) + between(random, -1, 1) + between(random, -1, 1);
			double time = (1 + drift * (double)i) * exp(cv * scatter) * (at_random_unit(random) < 0.05 ? 1.3 : 1);
			time *= build ? gain : 1;
			(build ? tune : base)[i] = step > 0 ? fmax(step, round(time / step) * step) : time;
		}
}

static void take_away(struct at_figures *figures, unsigned without)
{
	if (without & CI)
		figures->ci_low = figures->ci_high = NAN;
	if (without & MANN_WHITNEY)
		figures->mann_whitney_p = NAN;
	if (without & HODGES_LEHMANN)
		figures->hodges_lehmann = NAN;
	if (without & PAIRED)
		figures->paired_low = figures->paired_high = NAN;
	if (without & BAND)
		figures->band_low = figures->band_high = NAN;
	if (without & ONE_SIDE)
		figures->ci_high = figures->paired_low = figures->band_high = NAN;
}

static void write_without(unsigned without, struct at_json *json)
{
	static const struct { unsigned bit; const char *key; } keys[] = {
		{ CI, "ci_low" }, { CI, "ci_high" }, { MANN_WHITNEY, "mann_whitney_p" }, { HODGES_LEHMANN, "hodges_lehmann" },
		{ PAIRED, "paired_lower" }, { PAIRED, "paired_upper" }, { BAND, "band_low" }, { BAND, "band_high" },
		{ ONE_SIDE, "ci_high" }, { ONE_SIDE, "paired_lower" }, { ONE_SIDE, "band_high" },
	};

	at_json_array(json, "without");
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (without & keys[i].bit)
			at_json_text(json, NULL, keys[i].key);
	at_json_end(json);
}

/* The effect of a session's own day, some others, and those at which a figure lies exactly on the edge, or beside it
 * by the least step that a double has. */
static double effect_asked(struct at_random *random, const struct at_figures *f, double own, int n)
{
	const double edges[] = { f->ci_low, f->ci_high, f->hodges_lehmann, f->paired_low, f->paired_high,
		f->band_low, f->band_high };
	double edge = one_of(random, edges, sizeof edges / sizeof *edges), pct = fabs(100 * (1 - edge));

	if (n == 0)
		return own;
	if (n < 3 || !(pct > 0 && pct < 90))
		return ONE_OF(random, 0.1, 0.5, 1, 2, 3, 5, 10, 20);
	return n % 3 == 0 ? pct : nextafter(pct, n % 3 == 1 ? 0 : 100);
}

static unsigned seen[AT_RULES][3];

static void write_asked(struct at_random *random, const struct at_stats *stats, const struct at_figures *figures,
		double own, double alpha, struct at_json *json)
{
	at_json_array(json, "asked");
	for (int n = 0; n < ASKED; n++) {
		double effect_pct = effect_asked(random, &stats->figures, own, n);
		double p = figures->mann_whitney_p > 0 ? figures->mann_whitney_p : 0.05;
		double level = n % 2 ? alpha : ONE_OF(random, 0.001, 0.05, 0.2, p);
		enum at_rule rule = (enum at_rule)(n % AT_RULES);
		bool decided;
		enum at_verdict verdict = at_rule_verdict(rule, figures, effect_pct / 100, level, &decided);
		enum at_verdict interval = at_rule_verdict(AT_RULE_INTERVAL, figures, effect_pct / 100, level, NULL);
		seen[rule][verdict]++;
		at_json_object(json, NULL);
		at_json_text(json, "rule", at_rule_name(rule));
		at_json_real(json, "effect_pct", effect_pct);
		at_json_real(json, "alpha", level);
		at_json_text(json, "verdict", at_verdict_name(verdict));
		at_json_text(json, "by_interval", at_verdict_name(interval));
		at_json_bool(json, "decided", decided);
		at_json_end(json);
	}
	at_json_end(json);
}

static void write_session(struct at_random *random, unsigned number, FILE *stream)
{
	struct at_stats_settings settings = AT_STATS_DEFAULTS;
	double base[ROUNDS_MOST], tune[ROUNDS_MOST];
	struct at_json json = { 0 };
	struct at_stats stats;

	settings.rule = (enum at_rule)(number % AT_RULES);
	settings.effect_pct = ONE_OF(random, 0.5, 1, 2, 5);
	settings.alpha = ONE_OF(random, 0.001, 0.004, 0.05);
	settings.band_alpha = ONE_OF(random, 0.004, 0.025, 0.1);
	settings.interval_alpha = ONE_OF(random, 0.01, 0.05, 0.1);
	settings.resamples = (unsigned)ONE_OF(random, 0, 200, 200, 200);
	size_t rounds = AT_ROUNDS_LEAST + at_random_below(random, ROUNDS_MOST - AT_ROUNDS_LEAST + 1);
	double size = ONE_OF(random, 0, 0, 0.5, 1, 1.05, 2, 5) * settings.effect_pct / 100;
	double cv = ONE_OF(random, 0, 0.001, 0.01, 0.05);
	simulate(random, at_random_below(random, 2) ? 1 - size : 1 + size, cv, base, tune, rounds);
	at_stats_compute(base, tune, rounds, &settings, &stats);
	struct at_figures figures = stats.figures;
	unsigned without = at_random_below(random, 3) ? 0 : 1u << at_random_below(random, 6);
	take_away(&figures, without);

	at_json_object(&json, NULL);
	at_json_uint(&json, "session", number);
	write_without(without, &json);
	at_json_object(&json, "stats");
	at_stats_write(&stats, &settings, &json);
	at_json_end(&json);
	write_asked(random, &stats, &figures, settings.effect_pct, settings.interval_alpha, &json);
	at_json_end(&json);
	CHECK(!at_json_line(&json, stream), "session %u cannot be written", number);
	at_json_free(&json);
}

static void compare(const char *path)
{
	char *command = at_format("jq -nr -L '%s' '%s' '%s'", FILTERS, judge, path), *line = NULL;
	char last[64] = "", want[64];
	size_t room = 0;
	unsigned differ = 0;
	FILE *stream = popen(command, "re");

	CHECK(stream, "jq cannot be run");
	while (stream && getline(&line, &room, stream) > 0) {
		line[strcspn(line, "\n")] = '\0';
		snprintf(last, sizeof last, "%s", line);
		if (!strncmp(line, "session ", 8) && differ++ < 10)
			puts(line);
	}
	CHECK(stream && pclose(stream) == 0, "jq failed");
	CHECK(!differ, "jq judges %u otherwise", differ);
	snprintf(want, sizeof want, "%d judged", SESSIONS * ASKED);
	CHECK(!strcmp(last, want), "jq's last line is '%s', not '%s'", last, want);
	free(line);
	free(command);
}

int main(void)
{
	char *path = at_format("%s/atesor-verdicts.XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	int descriptor = mkstemp(path);
	FILE *stream = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	struct at_random random;

	if (!stream) {
		perror(path);
		return 1;
	}
	at_random_seed(&random, "verdicts");
	for (unsigned i = 0; i < SESSIONS; i++)
		write_session(&random, i, stream);
	CHECK(!fclose(stream), "the sessions cannot be written");
	/* A comparison of sessions that are all alike would prove nothing. */
	for (enum at_rule rule = 0; rule < AT_RULES; rule++)
		for (enum at_verdict verdict = AT_FASTER; verdict <= AT_NO_CHANGE; verdict++)
			CHECK(seen[rule][verdict] >= LEAST_SEEN, "%s says '%s' of %u only", at_rule_name(rule),
					at_verdict_name(verdict), seen[rule][verdict]);
	compare(path);
	unlink(path);
	free(path);
	printf("%d failures\n", failures);
	return failures != 0;
}
