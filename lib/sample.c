#include "sample.h"

uint64_t at_sample_cpu_ns(const struct at_sample *sample)
{
	return sample->utime_ns + sample->stime_ns;
}

const char *at_phase_name(enum at_phase phase)
{
	return phase == AT_PHASE_WARMUP ? "warmup" : phase == AT_PHASE_CALIBRATE ? "calibrate" : "rounds";
}

static void write_place(const struct at_sample *s, struct at_json *json)
{
	at_json_text(json, "kind", "run");
	at_json_uint(json, "session", s->session);
	at_json_text(json, "phase", at_phase_name(s->phase));
	at_json_uint(json, "round", s->round);
	at_json_uint(json, "position", s->position);
	at_json_text(json, "build", s->build ? "b" : "a");
	at_json_uint(json, "pad", s->pad);
	if (s->cpu >= 0)
		at_json_int(json, "cpu", s->cpu);
}

static void write_times(const struct at_sample *s, struct at_json *json)
{
	at_json_uint(json, "wall_ns", s->wall_ns);
	if (s->scheduled) {
		at_json_uint(json, "run_ns", s->run_ns);
		at_json_uint(json, "wait_ns", s->wait_ns);
	}
	at_json_uint(json, "utime_ns", s->utime_ns);
	at_json_uint(json, "stime_ns", s->stime_ns);
	at_json_uint(json, "cpu_ns", at_sample_cpu_ns(s));
	if (s->maxrss_kib)
		at_json_uint(json, "maxrss_kib", s->maxrss_kib);
	at_json_uint(json, "minor_faults", s->minor_faults);
	at_json_uint(json, "major_faults", s->major_faults);
	at_json_uint(json, "voluntary_switches", s->voluntary_switches);
	at_json_uint(json, "involuntary_switches", s->involuntary_switches);
}

static void write_end(const struct at_sample *s, struct at_json *json)
{
	if (s->signal)
		at_json_int(json, "signal", s->signal);
	else
		at_json_int(json, "exit", s->exit);
	if (s->stages > 1)
		at_json_uint(json, "stage", s->stage + 1);
	if (s->timed_out)
		at_json_bool(json, "timed_out", true);
	at_json_uint(json, "stdout_bytes", s->stdout_bytes);
	at_json_uint(json, "stderr_bytes", s->stderr_bytes);
	if (s->stdout_sha256[0])
		at_json_text(json, s->by_lines ? "lines_sha256" : "stdout_sha256", s->stdout_sha256);
	if (s->by_lines)
		at_json_uint(json, "lines", s->lines);
	if (s->output_sha256[0]) {
		at_json_text(json, "output_sha256", s->output_sha256);
		at_json_uint(json, "output_bytes", s->output_bytes);
	}
	at_json_uint(json, "left_children", s->left_children);
}

void at_sample_write(const struct at_sample *sample, struct at_json *json)
{
	at_json_object(json, NULL);
	write_place(sample, json);
	if (sample->start_error) {
		at_json_int(json, "start_errno", sample->start_error);
	} else {
		write_times(sample, json);
		write_end(sample, json);
	}
	at_json_end(json);
}
