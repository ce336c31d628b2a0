#include "profgen_where.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "table.h"

void at_where_object(struct at_where *where, const char *path, uint64_t samples)
{
	uint32_t number = at_names_add(&where->objects, path, strlen(path));

	if (number >= where->object_capacity) {
		size_t capacity = where->object_capacity ? where->object_capacity * 2 : 16;
		where->object_samples = at_resize(where->object_samples, capacity, sizeof *where->object_samples);
		memset(where->object_samples + where->object_capacity, 0, (capacity - where->object_capacity) * sizeof *where->object_samples);
		where->object_capacity = capacity;
	}
	where->object_samples[number] += samples;
}

static void put(struct at_buffer *out, const struct at_where *where, uint64_t samples, const char *what)
{
	if (samples)
		at_buffer_printf(out, "%s %" PRIu64 " (%.1f %%) %s", out->length ? "," : "", samples,
				100.0 * (double)samples / (double)where->samples, what);
}

/* The file with the most samples, of those that are no larger than `below` (number by number when they are equal). */
static size_t next_object(const struct at_where *where, const bool *shown)
{
	size_t best = where->objects.count;

	for (size_t i = 0; i < where->objects.count; i++)
		if (!shown[i] && where->object_samples[i] && (best == where->objects.count ||
				where->object_samples[i] > where->object_samples[best] ||
				(where->object_samples[i] == where->object_samples[best] &&
				strcmp(where->objects.text[i], where->objects.text[best]) < 0)))
			best = i;
	return best;
}

static void put_objects(struct at_buffer *out, const struct at_where *where)
{
	enum { SHOWN = 3 };
	bool *shown = at_alloc(where->objects.count * sizeof *shown);
	const char *lead = ": ";

	for (unsigned i = 0; i < SHOWN; i++, lead = ", ") {
		size_t best = next_object(where, shown);
		if (best == where->objects.count)
			break;
		shown[best] = true;
		at_buffer_printf(out, "%s%s %" PRIu64, lead, where->objects.text[best], where->object_samples[best]);
	}
	free(shown);
}

char *at_where_text(const struct at_where *where, const struct at_binary *binary)
{
	struct at_buffer out = AT_BUFFER_INIT;
	char *hits = where->used ? at_format("in %s (used: %" PRIu64 ")", binary->path, where->used) : at_format("in %s", binary->path);

	put(&out, where, where->hits, hits);
	put(&out, where, where->between, "of these inside of an instruction");
	put(&out, where, where->no_function, "of these without debug information");
	put(&out, where, where->no_line, "of these on no source line");
	put(&out, where, where->not_code, "in its file outside of its code");
	put(&out, where, where->other_build, "in another build of it");
	put(&out, where, where->kernel, "in the kernel");
	put(&out, where, where->guest, "in a guest");
	put(&out, where, where->no_map, "where nothing is mapped");
	put(&out, where, where->no_maps, "in processes without maps");
	put(&out, where, where->other_process, "of other processes");
	put(&out, where, where->other_object, "in other files");
	if (where->other_object)
		put_objects(&out, where);
	free(hits);
	char *text = at_format("%" PRIu64 " samples:%s", where->samples, out.data ? out.data : " none");
	at_buffer_free(&out);
	return text;
}

char *at_where_next_step(const struct at_where *where, const struct at_binary *binary, bool has_debug)
{
	if (!where->samples)
		return at_strdup("record for longer, or with an event that this machine has: perf record -e cpu-clock");
	if (where->hits && !has_debug)
		return at_format("build '%s' with -g (clang: also -fdebug-info-for-profiling), or name its debug file with --debug-binary",
				binary->path);
	if (where->hits && where->no_function >= where->hits / 2)
		return at_strdup("build all of it with -g (clang: also -fdebug-info-for-profiling)");
	if (where->hits)
		return at_strdup("record for longer; --line0=wrap also takes samples on line 0");
	if (where->other_build) {
		char *own = at_build_id_text(&binary->id), *other = at_build_id_text(&where->build);
		char *text = at_format("give the binary that was recorded: '%s' has build-id %s, the recorded '%s' has %s", binary->path,
				own, where->build_path, other);
		free(own);
		free(other);
		return text;
	}
	if (where->not_code)
		return at_format("'%s' is laid out otherwise than what was recorded: give the binary that was recorded", binary->path);
	if (where->no_maps > where->samples / 2)
		return at_strdup("the recording lacks its maps: perf script needs --show-mmap-events --show-task-events, and perf record must "
				"begin before the program or be attached by -p");
	if (where->other_process > where->samples / 2)
		return at_strdup("--pid leaves out most samples: give the process of the recorded program, or none");
	if (where->other_object > where->samples / 2)
		return at_format("no map of the recording is called '%s': give one of the files that were hit as --binary", binary->name);
	if (where->kernel > where->samples / 2)
		return at_strdup("record user code: perf record -e cycles:u, or give vmlinux as --binary");
	return at_format("record a run of '%s'", binary->name);
}

void at_where_free(struct at_where *where)
{
	at_names_free(&where->objects);
	free(where->object_samples);
	free(where->build_path);
	free(where->by_name_path);
	*where = (struct at_where){ 0 };
}
