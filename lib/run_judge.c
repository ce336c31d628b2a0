#include "run_judge.h"

#include <math.h>
#include <string.h>

enum { SCATTER_RUNS = 3 };      /* fewer times do not tell how much they scatter */

/* "build b, './p', round 3": who and when, in a buffer of the caller. */
static void who(const struct at_session *session, const struct at_sample *sample, char *text, size_t size)
{
	const struct at_command *command = session->command[sample->build];
	size_t stage = sample->stage < command->stages ? sample->stage : command->stages - 1;
	const char *phase = sample->phase == AT_PHASE_WARMUP ? "warm-up" : sample->phase == AT_PHASE_CALIBRATE ? "calibration" : "round";

	snprintf(text, size, "%s'%s', %s %llu", !session->settings->pair ? "" : sample->build ? "build b, " : "build a, ",
			command->stage[stage].word[0], phase, (unsigned long long)sample->round);
}

/* ": first line of stderr", or "". */
static void said(const struct at_session *session, char *text, size_t size)
{
	const char *line = session->timer->stderr_text + strspn(session->timer->stderr_text, "\r\n");

	snprintf(text, size, "%s%.*s", *line ? ": " : "", (int)strcspn(line, "\r\n"), line);
}

static void judge_end(struct at_session *session, const struct at_sample *s)
{
	int expected = session->settings->expected_exit;
	char name[300], text[300];

	who(session, s, name, sizeof name);
	said(session, text, sizeof text);
	if (s->start_error)
		at_session_end(session, AT_SESSION_FAILED, s->build, "not_started", "%s could not be started: %s", name, strerror(s->start_error));
	else if (s->timed_out)
		at_session_end(session, AT_SESSION_FAILED, s->build, "time_limit", "%s did not end within the time limit of %g s%s", name, session->timer->seconds,
				text);
	else if (s->signal)
		at_session_end(session, AT_SESSION_FAILED, s->build, "signal", "%s was ended by signal %d (%s)%s", name, s->signal, strsignal(s->signal), text);
	else if (s->exit != expected)
		at_session_end(session, AT_SESSION_FAILED, s->build, "exit", "%s ended with exit %d instead of %d%s", name, s->exit, expected, text);
}

static void judge_stderr(struct at_session *session, const struct at_sample *s)
{
	enum at_stderr_policy policy = session->settings->on_stderr;
	char name[300], text[300];

	if (!s->stderr_bytes || policy == AT_STDERR_IGNORE)
		return;
	who(session, s, name, sizeof name);
	said(session, text, sizeof text);
	if (policy == AT_STDERR_FAIL)
		at_session_end(session, AT_SESSION_FAILED, s->build, "stderr", "%s wrote %llu bytes to stderr%s", name, (unsigned long long)s->stderr_bytes, text);
	else
		at_warnings_add(&session->warnings, "stderr", "%s wrote %llu bytes to stderr%s", name, (unsigned long long)s->stderr_bytes, text);
}

static void judge_output(struct at_session *session, const struct at_sample *s)
{
	const struct at_timer *timer = session->timer;
	char name[300];

	if (timer->check.kind == AT_CHECK_NONE)
		return;
	who(session, s, name, sizeof name);
	if (timer->has_output && !s->output_sha256[0])
		at_session_end(session, AT_SESSION_FAILED, s->build, "no_output", "%s did not write its output file", name);
	else if (s->by_lines && !s->lines)
		at_session_end(session, AT_SESSION_FAILED, s->build, "no_check_line", "%s printed no line that starts with '%s'", name, timer->check.prefix);
	else if (!s->output_bytes && (timer->check.kind == AT_CHECK_FILE || (timer->check.kind == AT_CHECK_STDOUT && !s->stdout_bytes)))
		at_warnings_add(&session->warnings, "no_output", "%s printed nothing: that outputs are equal says nothing", name);
}

static void remember_output(struct at_build_record *build, const struct at_sample *s)
{
	if (!build->runs) {
		strcpy(build->check, s->stdout_sha256);
		strcpy(build->output, s->output_sha256);
	} else if (strcmp(build->check, s->stdout_sha256) || strcmp(build->output, s->output_sha256)) {
		build->unequal = true;
	}
}

/* Mean and scatter of a build's wall times, run by run (Welford 1962). */
static void note_time(struct at_build_record *build, double wall_ns)
{
	double off = wall_ns - build->mean_wall_ns;

	build->mean_wall_ns += off / (double)build->runs;
	build->wall_squares += off * (wall_ns - build->mean_wall_ns);
}

/* A program whose output differs but whose time does not works for a time and not for an amount. */
static void judge_self_timed(struct at_session *session, int build)
{
	const struct at_build_record *record = &session->build[build];

	if (record->runs < SCATTER_RUNS || record->mean_wall_ns < 1e9 * session->settings->moment_seconds)
		return;
	double cv = sqrt(record->wall_squares / (double)(record->runs - 1)) / record->mean_wall_ns;
	if (100 * cv < session->settings->same_time_pct)
		at_warnings_add(&session->warnings, "self_timed", "the output differs from run to run but the time does not (%.3f s, CV %.2f %%): "
				"if the program works until a time is over, have it do a fixed amount of work", record->mean_wall_ns / 1e9, 100 * cv);
}

void at_run_judge(struct at_session *session, const struct at_sample *sample)
{
	struct at_build_record *build = &session->build[sample->build];

	judge_end(session, sample);
	if (session->status != AT_SESSION_OK)
		return;
	judge_stderr(session, sample);
	judge_output(session, sample);
	remember_output(build, sample);
	if (!build->runs++)
		build->first_wall_ns = (double)sample->wall_ns;
	note_time(build, (double)sample->wall_ns);
	if (sample->maxrss_kib > build->maxrss_kib)
		build->maxrss_kib = sample->maxrss_kib;
	if (sample->left_children)
		at_warnings_add(&session->warnings, "left_children", "a run left %u processes behind, which were ended", sample->left_children);
	if (session->input && at_watch_changed(session->input, false))
		at_session_end(session, AT_SESSION_FAILED, sample->build, "input_changed", "build %s changed its input '%s'", sample->build ? "b" : "a",
				session->input->path);
}

void at_run_judge_outputs(struct at_session *session, bool last)
{
	const struct at_build_record *a = &session->build[0], *b = &session->build[1];
	bool pair = session->settings->pair, going = true;

	if (session->status != AT_SESSION_OK || session->timer->check.kind == AT_CHECK_NONE)
		return;
	for (int i = 0; i < 2 && going; i++) {
		if (!session->build[i].unequal)
			continue;
		judge_self_timed(session, i);
		at_session_end(session, AT_SESSION_OUTPUT, i, "not_repeatable", "two runs of the same build%s printed different things: its output "
				"is not repeatable; take out what changes (times, addresses, an order that depends on them), or check only --check lines:PREFIX",
				!pair ? "" : i ? " (b)" : " (a)");
		going = false;
	}
	if (!pair || !a->runs || !b->runs || (!last && (a->runs < 2 || b->runs < 2)))
		return;
	if (strcmp(a->check, b->check))
		at_session_end(session, AT_SESSION_OUTPUT, 1, "output_differs", "the output of build b differs from that of build a");
	else if (strcmp(a->output, b->output))
		at_session_end(session, AT_SESSION_OUTPUT, 1, "output_differs", "the output file of build b differs from that of build a");
}
