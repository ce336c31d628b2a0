#include "session_table.h"

#include <math.h>
#include <string.h>

#include "stat_order.h"
#include "stat_spread.h"

/* A time of ns in a unit that leaves one to three digits before the point. */
static const char *time_text(double ns, char *text, size_t size)
{
	if (ns >= 1e9)
		snprintf(text, size, "%.3f s", ns / 1e9);
	else if (ns >= 1e6)
		snprintf(text, size, "%.2f ms", ns / 1e6);
	else
		snprintf(text, size, "%.1f us", ns / 1e3);
	return text;
}

static void row(struct at_buffer *text, bool markdown, const char *const cell[6])
{
	for (int i = 0; i < 6; i++)
		at_buffer_printf(text, markdown ? i ? " %s |" : "| %s |" : i ? "  %12s" : "%-18s", cell[i]);
	at_buffer_byte(text, '\n');
}

static void time_row(struct at_buffer *text, bool markdown, const char *label, const double *values, size_t count)
{
	char median[24], low[24], high[24], middle[24], scatter[24] = "";
	double minimum = values[0], maximum = values[0];

	for (size_t i = 1; i < count; i++) {
		minimum = fmin(minimum, values[i]);
		maximum = fmax(maximum, values[i]);
	}
	if (count >= 2 && at_mean(values, count) > 0)
		snprintf(scatter, sizeof scatter, "%.1f %%", 100 * at_variation(values, count));
	row(text, markdown, (const char *const[]){ label, time_text(at_median(values, count), median, sizeof median),
			time_text(at_mean(values, count), middle, sizeof middle), scatter, time_text(minimum, low, sizeof low),
			time_text(maximum, high, sizeof high) });
}

/* green for faster, red for slower */
static const char *color(enum at_verdict verdict)
{
	return verdict == AT_FASTER ? "\033[1;32m" : verdict == AT_SLOWER ? "\033[1;31m" : "\033[1m";
}

static void verdict(const struct at_session *session, bool colored, struct at_buffer *text)
{
	const struct at_stats *stats = &session->stats;
	enum at_rule rule = session->settings->stats.rule;
	enum at_verdict verdict = stats->verdict[rule];

	at_buffer_printf(text, "\n%s%s%s: b takes %.4f of a's %s time (95 %% interval %.4f to %.4f; %zu rounds, rule %s)\n",
			colored ? color(verdict) : "", at_verdict_name(verdict), colored ? "\033[0m" : "", stats->median_ratio,
			at_metric_name(session->metric), stats->figures.ci_low, stats->figures.ci_high, stats->rounds, at_rule_name(rule));
}

/* What the machine does not tell is one line: on a virtual machine it is the same every time. */
static bool is_unknown(const struct at_warning *warning)
{
	static const char *const codes[] = { "no_cpufreq", "no_governor", "no_thermal", "no_schedstat", "no_pressure", NULL };

	for (const char *const *code = codes; *code; code++)
		if (!strcmp(*code, warning->code))
			return true;
	return false;
}

static void notes(const struct at_session *session, bool markdown, struct at_buffer *text)
{
	const struct at_warnings *warnings = &session->warnings;
	const char *before = markdown ? "- " : "note: ";
	size_t unknown = 0;

	if (warnings->count)
		at_buffer_byte(text, '\n');
	for (size_t i = 0; i < warnings->count; i++)
		if (is_unknown(&warnings->list[i]))
			unknown++;
		else
			at_buffer_printf(text, "%s%s (%s)\n", before, warnings->list[i].text, warnings->list[i].code);
	if (!unknown)
		return;
	at_buffer_printf(text, "%sthis machine does not tell everything that could disturb (", before);
	for (size_t i = 0; i < warnings->count; i++)
		if (is_unknown(&warnings->list[i]))
			at_buffer_printf(text, "%s%s", warnings->list[i].code, --unknown ? ", " : ")\n");
}

void at_session_table(const struct at_session *session, bool markdown, bool colored, struct at_buffer *text)
{
	char label[24];

	if (session->status == AT_SESSION_INTERRUPTED)
		at_buffer_printf(text, "interrupted after %zu whole rounds\n", session->build[0].rounds);
	if (session->build[0].rounds) {
		row(text, markdown, (const char *const[]){ "", "median", "mean", "CV", "min", "max" });
		if (markdown)
			at_buffer_text(text, "|---|---:|---:|---:|---:|---:|\n");
	}
	for (int i = 0; i < at_session_builds(session->settings); i++) {
		const struct at_build_record *build = &session->build[i];
		const char *name = !session->settings->pair ? "" : i ? "b " : "a ";
		if (!build->rounds)
			continue;
		snprintf(label, sizeof label, "%swall", name);
		time_row(text, markdown, label, build->wall_ns, build->rounds);
		snprintf(label, sizeof label, "%scpu", name);
		time_row(text, markdown, label, build->cpu_ns, build->rounds);
	}
	if (session->has_stats)
		verdict(session, colored, text);
	notes(session, markdown, text);
}
