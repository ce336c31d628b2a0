#include "profgen.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "message.h"
#include "outfile.h"
#include "profgen_unsymbolized.h"
#include "profile_write.h"

/* Says what a reader noticed about a recording that was read. */
static void tell(const char *path, const struct at_perf_info *info)
{
	size_t sampled = 0;

	if (info->unfinished)
		at_warn("'%s': perf record was not ended properly: build-ids and event names are missing", path);
	if (info->cut)
		at_warn("'%s': ends in the middle of a record: what came before was read", path);
	if (info->lost)
		at_warn("'%s': perf has lost %" PRIu64 " samples: record with a larger buffer (-m) or less often (-F)", path, info->lost);
	if (info->late)
		at_warn("'%s': %" PRIu64 " maps or tasks came too late to be put in order of time", path, info->late);
	if (info->malformed)
		at_warn("'%s': %" PRIu64 " records are too short", path, info->malformed);
	if (info->unknown)
		at_note("'%s': %" PRIu64 " records of types that are not known here were passed over", path, info->unknown);
	if (info->no_address)
		at_warn("'%s': %" PRIu64 " samples have no address or no process", path, info->no_address);
	if (info->stray)
		at_warn("'%s': %" PRIu64 " lines are not those of perf script -F pid,ip,time -G --show-mmap-events --show-task-events", path,
				info->stray);
	for (size_t i = 0; i < info->events; i++)
		sampled += info->event[i].samples > 0;
	for (size_t i = 0; sampled > 1 && i < info->events; i++)
		if (info->event[i].samples)
			at_note("'%s': event %zu %s: %" PRIu64 " samples%s", path, i + 1, info->event[i].name ? info->event[i].name : "without a name",
					info->event[i].samples, info->event[i].wanted ? "" : ", left out by --event");
}

/* Whether --event names one of the events; says so if not. */
static bool event_known(const char *path, const struct at_perf_info *info)
{
	for (size_t i = 0; i < info->events; i++)
		if (info->event[i].wanted)
			return true;
	if (!info->events)
		return true;
	at_error("'%s': there is no event '%s' in it", path, info->only);
	for (size_t i = 0; i < info->events; i++)
		at_note("event %zu is %s", i + 1, info->event[i].name ? info->event[i].name : "without a name");
	return false;
}

static int read_recording(struct at_profgen *work, enum at_collect_kind kind, const char *path)
{
	struct at_perf_info info = { .only = kind == AT_COLLECT_DATA ? work->event : NULL };
	char *problem = at_collect_read(&work->collect, kind, path, &info);
	int code = problem ? AT_EXIT_TROUBLE : AT_EXIT_DONE;

	if (problem)
		at_error("'%s': %s", path, problem);
	else
		tell(path, &info);
	if (!problem && !event_known(path, &info))
		code = AT_EXIT_TROUBLE;
	free(problem);
	at_perf_info_free(&info);
	return code;
}

int at_profgen_collect(struct at_profgen *work)
{
	char *problem = at_binary_open(&work->binary, work->binary_path);
	int code = AT_EXIT_DONE;

	work->debug.descriptor = -1;
	if (problem) {
		at_error("'%s': %s", work->binary_path, problem);
		free(problem);
		return AT_EXIT_TROUBLE;
	}
	work->collect.binary = &work->binary;
	work->collect.pid = work->pid;
	work->collect.pids = work->pids;
	for (size_t i = 0; i < work->data.count && !code; i++)
		code = read_recording(work, AT_COLLECT_DATA, work->data.word[i]);
	for (size_t i = 0; i < work->script.count && !code; i++)
		code = read_recording(work, AT_COLLECT_SCRIPT, work->script.word[i]);
	for (size_t i = 0; i < work->unsymbolized.count && !code; i++)
		if ((problem = at_unsymbolized_read(work->unsymbolized.word[i], &work->collect, work->relative))) {
			at_error("'%s': %s", work->unsymbolized.word[i], problem);
			free(problem);
			code = AT_EXIT_TROUBLE;
		}
	work->counts = at_counts_sorted(&work->collect.counts);
	work->count = work->collect.counts.count;
	return code;
}

/* The profile would be empty: where the samples are, and what to do. */
static int nothing(const struct at_profgen *work)
{
	const struct at_where *where = &work->collect.where;
	char *text = at_where_text(where, &work->binary), *next = at_where_next_step(where, &work->binary, work->debug.elf);

	if (where->other_build && !where->hits) {
		char *own = at_build_id_text(&work->binary.id), *other = at_build_id_text(&where->build);
		at_error("'%s' is another build than the recorded '%s': its build-id is %s, the recorded one is %s", work->binary_path,
				where->build_path, own, other);
		free(own);
		free(other);
	} else {
		at_error("the profile would be empty");
	}
	at_note("%s", text);
	if (work->dwarf.split_missing)
		at_note("next step: put the .dwo files where they were when '%s' was built, or build without -gsplit-dwarf", work->binary_path);
	else
		at_note("next step: %s", next);
	free(text);
	free(next);
	return AT_EXIT_TROUBLE;
}

static void tell_where(const struct at_profgen *work)
{
	const struct at_where *where = &work->collect.where;
	char *text = at_where_text(where, &work->binary);

	if (where->by_name)
		at_warn("'%s' was taken for '%s' by its name: there is no build-id to compare", where->by_name_path, work->binary_path);
	if (where->other_build)
		at_warn("%" PRIu64 " samples are left out: they are from another build of '%s'", where->other_build, where->build_path);
	at_note("%s", text);
	free(text);
}

int at_profgen_symbolize(struct at_profgen *work)
{
	struct at_rules *rules = &work->rules;
	char *problem;

	if (!work->count && !work->debug_path)
		return nothing(work);
	problem = at_debug_open(&work->debug, &work->binary, work->debug_path);
	if (problem) {
		at_error("'%s': %s", work->debug_path, problem);
		free(problem);
		return AT_EXIT_TROUBLE;
	}
	if (!work->count || !work->debug.elf)
		return nothing(work);
	if (rules->totals == AT_TOTALS_BYTES && !at_binary_has_lengths(&work->binary)) {
		at_error("'%s': the lengths of its instructions are not known: use --totals=samples", work->binary_path);
		return AT_EXIT_TROUBLE;
	}
	problem = at_dwarf_open(&work->dwarf, work->debug.elf);
	if (problem) {
		at_error("'%s': %s", work->debug.path ? work->debug.path : work->binary_path, problem);
		free(problem);
		return AT_EXIT_TROUBLE;
	}
	if (work->dwarf.split_missing)
		at_warn("'%s': the .dwo files of %zu units were not found: their functions are left out", work->binary_path,
				work->dwarf.split_missing);
	if (work->binary.probes)
		at_note("'%s' has pseudo-probe metadata: the profile is by source lines all the same", work->binary_path);
	rules->fs_discriminators = work->binary.fs_discriminators && !rules->plain_discriminators;
	at_symbolize(work->counts, work->count, &work->binary, &work->dwarf, rules, &work->profile, &work->collect.where);
	return work->profile.tops && work->collect.where.used ? AT_EXIT_DONE : nothing(work);
}

static int put_result(struct at_profgen *work, FILE *stream)
{
	if (work->save)
		return at_unsymbolized_write(stream, work->counts, work->count, &work->binary, work->relative);
	switch (work->format) {
	case AT_PROFILE_TEXT:
		return at_profile_write_text(&work->profile, stream);
	case AT_PROFILE_EXTBINARY:
		return at_profile_write_extbinary(&work->profile, stream, work->rules.fs_discriminators);
	case AT_PROFILE_GCOV:
		return at_profile_write_gcov(&work->profile, stream, work->dwarf.gcc > 12);
	}
	return -1;
}

int at_profgen_convert(struct at_profgen *work)
{
	struct at_outfile file;
	int code = at_profgen_collect(work);

	if (code)
		return code;
	code = work->save ? (work->count ? AT_EXIT_DONE : nothing(work)) : at_profgen_symbolize(work);
	if (code)
		return code;
	tell_where(work);
	if (at_outfile_open(&file, work->output)) {
		at_error("cannot write '%s': %s", work->output, strerror(errno));
		return AT_EXIT_TROUBLE;
	}
	if (put_result(work, file.stream)) {
		at_error("cannot write '%s': %s", work->output, strerror(errno));
		at_outfile_abort(&file);
		return AT_EXIT_TROUBLE;
	}
	if (at_outfile_commit(&file)) {
		at_error("cannot write '%s': %s", work->output, strerror(errno));
		return AT_EXIT_TROUBLE;
	}
	return AT_EXIT_DONE;
}

void at_profgen_free(struct at_profgen *work)
{
	at_profile_free(&work->profile);
	at_dwarf_close(&work->dwarf);
	at_debug_close(&work->debug);
	at_collect_free(&work->collect);
	at_binary_close(&work->binary);
	free(work->counts);
	free(work->pid);
	at_argv_free(&work->data);
	at_argv_free(&work->script);
	at_argv_free(&work->unsymbolized);
}
