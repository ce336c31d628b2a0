#include "profgen_collect.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "perf_maps.h"
#include "perf_script.h"

/* A file of the recording: another build of the same path is another object. */
struct object {
	uint32_t path;               /* in `paths` */
	struct at_perf_build_id id;
	bool kernel;
	bool candidate;              /* may be the binary; its samples are counted by offset */
	struct at_table offsets;
	uint64_t samples, counted, exact;
};

struct recording {
	struct at_collect *collect;
	struct at_perf_maps *maps;
	struct at_names paths, keys; /* keys: build-id and path → object */
	struct object *object;
	size_t objects, capacity;
	struct at_perf_build_id *path_id;      /* of a path, told apart from its maps */
	size_t path_ids;
	struct at_where where;
	bool has_exact;
};

static bool is_kernel_text(const char *path)
{
	return !strncmp(path, "[kernel.kallsyms]", 17) || !strncmp(path, "[guest.kernel.kallsyms", 22);
}

/* "/usr/bin/a (deleted)" → a, its length */
static const char *last_part(const char *path, size_t *length)
{
	static const char deleted[] = " (deleted)";
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;

	*length = strlen(name);
	if (*length > sizeof deleted - 1 && !strcmp(name + *length - (sizeof deleted - 1), deleted))
		*length -= sizeof deleted - 1;
	return name;
}

static bool same_name(const struct at_binary *binary, const char *path)
{
	const char *slash = strrchr(binary->path, '/'), *given = slash ? slash + 1 : binary->path;
	size_t length;
	const char *name = last_part(path, &length);

	return (strlen(binary->name) == length && !memcmp(binary->name, name, length)) ||
		(strlen(given) == length && !memcmp(given, name, length));
}

/* What a recording calls the kernel's text has a suffix in maps, and none in the list of build-ids. */
static size_t path_length(const char *path)
{
	const char *bracket = is_kernel_text(path) ? strchr(path, ']') : NULL;

	return bracket ? (size_t)(bracket + 1 - path) : strlen(path);
}

static const struct at_perf_build_id *id_of(const struct recording *recording, const struct object *object)
{
	if (object->id.size || object->path >= recording->path_ids)
		return &object->id;
	return &recording->path_id[object->path];
}

static uint32_t object_of(struct recording *recording, const struct at_perf_event *event)
{
	size_t length = path_length(event->path);
	char *id = at_build_id_text(&event->id);
	char *text = at_format("%s %.*s", id, (int)(length < INT16_MAX ? length : INT16_MAX), event->path);
	size_t before = recording->keys.count;
	uint32_t number = at_names_add(&recording->keys, text, strlen(text));
	const struct at_binary *binary = recording->collect->binary;

	free(id);
	free(text);
	if (recording->keys.count == before)
		return number;
	if (recording->objects == recording->capacity) {
		recording->capacity = recording->capacity ? recording->capacity * 2 : 16;
		recording->object = at_resize(recording->object, recording->capacity, sizeof *recording->object);
	}
	struct object *object = &recording->object[recording->objects++];
	*object = (struct object){ .path = at_names_add(&recording->paths, event->path, length), .id = event->id };
	object->kernel = event->pid == AT_PERF_KERNEL;
	object->candidate = object->kernel ? binary->kernel && is_kernel_text(event->path) :
		same_name(binary, event->path) || at_build_id_same(&binary->id, id_of(recording, object));
	return number;
}

/* A path's build-id, known apart from the maps: it may make an object the binary that is called otherwise. */
static void learn_id(struct recording *recording, const struct at_perf_event *event)
{
	uint32_t path = at_names_add(&recording->paths, event->path, path_length(event->path));

	if (path >= recording->path_ids) {
		size_t count = path + 16;
		recording->path_id = at_resize(recording->path_id, count, sizeof *recording->path_id);
		memset(recording->path_id + recording->path_ids, 0, (count - recording->path_ids) * sizeof *recording->path_id);
		recording->path_ids = count;
	}
	recording->path_id[path] = event->id;
	for (size_t i = 0; i < recording->objects; i++)
		if (recording->object[i].path == path)
			recording->object[i].candidate |= at_build_id_same(&recording->collect->binary->id, &event->id);
}

static bool wanted(const struct at_collect *collect, uint32_t pid)
{
	for (size_t i = 0; i < collect->pids; i++)
		if (collect->pid[i] == pid)
			return true;
	return !collect->pids;
}

/* Text has no mode: what lies in a map of the kernel, or in the upper half of the addresses, is the kernel's. */
static bool in_kernel(const struct recording *recording, const struct at_perf_event *event)
{
	uint32_t object;
	uint64_t offset;

	if (event->mode != AT_PERF_MODE_UNKNOWN)
		return event->mode == AT_PERF_MODE_KERNEL;
	return event->ip >> 63 || at_perf_maps_find(recording->maps, AT_PERF_KERNEL, event->ip, &object, &offset) == AT_PERF_FOUND;
}

static void sample(struct recording *recording, const struct at_perf_event *event)
{
	struct at_where *where = &recording->where;
	uint32_t object = AT_PERF_NO_OBJECT;
	uint64_t offset;

	where->samples++;
	if (!wanted(recording->collect, event->pid)) {
		where->other_process++;
		return;
	}
	if (event->mode == AT_PERF_MODE_GUEST) {
		where->guest++;
		return;
	}
	bool kernel = in_kernel(recording, event);
	enum at_perf_found found = at_perf_maps_find(recording->maps, kernel ? AT_PERF_KERNEL : event->pid, event->ip, &object, &offset);
	if (found == AT_PERF_FOUND && object != AT_PERF_NO_OBJECT) {
		struct object *hit = &recording->object[object];
		hit->samples++;
		if (hit->candidate) {
			uint64_t *count = at_table_at(&hit->offsets, offset);
			*count = at_add_saturating(*count, 1);
			hit->counted++;
			hit->exact += event->exact;
		}
		return;
	}
	*(kernel ? &where->kernel : found == AT_PERF_NO_MAPS ? &where->no_maps : &where->no_map) += 1;
}

static void take(void *argument, const struct at_perf_event *event)
{
	struct recording *recording = argument;

	switch (event->kind) {
	case AT_PERF_SAMPLE:
		recording->has_exact |= event->exact;
		sample(recording, event);
		return;
	case AT_PERF_OBJECT_ID:
		learn_id(recording, event);
		return;
	case AT_PERF_MAP: {
		struct at_perf_event map = *event;
		if (event->pid == AT_PERF_KERNEL && is_kernel_text(event->path))
			map.offset = 0;      /* perf puts the address itself there; the symbol at the start says where that is in vmlinux */
		bool code = event->executable || event->pid == AT_PERF_KERNEL;      /* the kernel's have no rights */
		at_perf_maps_apply(recording->maps, &map, code ? object_of(recording, &map) : AT_PERF_NO_OBJECT);
		return;
	}
	case AT_PERF_FORK:
	case AT_PERF_EXIT:
	case AT_PERF_EXEC:
		at_perf_maps_apply(recording->maps, event, AT_PERF_NO_OBJECT);
		return;
	}
}

enum match { MATCH_NO, MATCH_OTHER_BUILD, MATCH_NAME, MATCH_PATH, MATCH_ID };

static enum match match_of(const struct recording *recording, const struct object *object)
{
	const struct at_binary *binary = recording->collect->binary;
	const struct at_perf_build_id *id = id_of(recording, object);

	if (!object->candidate)
		return MATCH_NO;
	if (id->size && binary->id.size)
		return at_build_id_same(id, &binary->id) ? MATCH_ID : MATCH_OTHER_BUILD;
	return binary->real_path && !strcmp(recording->paths.text[object->path], binary->real_path) ? MATCH_PATH : MATCH_NAME;
}

/* Adds the counts of an object that is the binary. */
static char *add_counts(struct recording *recording, struct object *object, struct at_table *counts)
{
	const struct at_binary *binary = recording->collect->binary;
	struct at_where *where = &recording->where;

	for (size_t i = 0; i < object->offsets.capacity; i++) {
		const struct at_table_slot *slot = &object->offsets.slot[i];
		uint64_t address = binary->kernel_start + slot->key, other = 0;
		if (!slot->used)
			continue;
		enum at_placed placed = object->kernel ? (at_binary_code(binary, address) ? AT_PLACED : AT_NOT_CODE) :
			at_binary_place(binary, slot->key, &address, &other);
		if (placed == AT_CONFLICT)
			return at_format("conflicting load biases: byte %#" PRIx64 " of '%s' is shown at address %#" PRIx64 " and at %#" PRIx64,
					slot->key, binary->path, address, other);
		if (placed == AT_NOT_CODE) {
			where->not_code += slot->value;
			continue;
		}
		where->hits += slot->value;
		uint64_t *count = at_table_at(counts, address);
		*count = at_add_saturating(*count, slot->value);
	}
	where->exact += object->exact;
	return NULL;
}

/* Which of the candidates are the binary: by build-id if that is known of any, else the same path, else the same name. */
static char *settle(struct recording *recording, struct at_table *counts)
{
	enum match best = MATCH_NO;
	struct at_where *where = &recording->where;

	for (size_t i = 0; i < recording->objects; i++) {
		enum match match = match_of(recording, &recording->object[i]);
		if (match > best && (recording->object[i].samples || match == MATCH_ID))
			best = match;
	}
	for (size_t i = 0; i < recording->objects; i++) {
		struct object *object = &recording->object[i];
		const char *path = recording->paths.text[object->path];
		enum match match = match_of(recording, object);
		if (!object->samples)
			continue;
		if (match == MATCH_OTHER_BUILD) {
			if (!where->other_build) {
				where->build = *id_of(recording, object);
				where->build_path = at_strdup(path);
			}
			where->other_build += object->samples;
		} else if (match == MATCH_NO || match < best) {
			*(object->kernel ? &where->kernel : &where->other_object) += object->samples;
			if (!object->kernel)
				at_where_object(where, path, object->samples);
		} else {
			*(object->kernel ? &where->kernel : &where->other_object) += object->samples - object->counted;
			char *problem = add_counts(recording, object, counts);
			if (problem)
				return problem;
			if (match != MATCH_ID && !where->by_name) {
				where->by_name = true;
				where->by_name_path = at_strdup(path);
			}
		}
	}
	return NULL;
}

/* Adds one recording's account to that of all. */
static void merge_where(struct at_where *all, struct at_where *one)
{
	all->samples += one->samples;
	all->other_process += one->other_process;
	all->kernel += one->kernel;
	all->guest += one->guest;
	all->no_maps += one->no_maps;
	all->no_map += one->no_map;
	all->other_object += one->other_object;
	all->other_build += one->other_build;
	all->not_code += one->not_code;
	all->hits += one->hits;
	all->exact += one->exact;
	for (size_t i = 0; i < one->objects.count; i++)
		at_where_object(all, one->objects.text[i], one->object_samples[i]);
	if (one->build_path && !all->build_path) {
		all->build = one->build;
		all->build_path = one->build_path;
		one->build_path = NULL;
	}
	if (one->by_name && !all->by_name) {
		all->by_name = true;
		all->by_name_path = one->by_name_path;
		one->by_name_path = NULL;
	}
}

char *at_collect_read(struct at_collect *collect, enum at_collect_kind kind, const char *path, struct at_perf_info *info)
{
	struct recording recording = { .collect = collect, .maps = at_perf_maps_new() };
	const struct at_perf_sink sink = { take, &recording };
	struct at_table counts = { 0 };
	char *problem = kind == AT_COLLECT_DATA ? at_perf_data_read(path, &sink, info) : at_perf_script_read(path, &sink, info);

	if (!problem)
		problem = settle(&recording, &counts);
	if (!problem) {
		for (size_t i = 0; i < counts.capacity; i++)
			if (counts.slot[i].used) {
				uint64_t *count = at_table_at(&collect->counts, counts.slot[i].key);
				*count = at_add_saturating(*count, counts.slot[i].value);
			}
		merge_where(&collect->where, &recording.where);
		collect->where.has_exact |= kind == AT_COLLECT_DATA;
	}
	at_table_free(&counts);
	at_where_free(&recording.where);
	for (size_t i = 0; i < recording.objects; i++)
		at_table_free(&recording.object[i].offsets);
	free(recording.object);
	free(recording.path_id);
	at_names_free(&recording.paths);
	at_names_free(&recording.keys);
	at_perf_maps_free(recording.maps);
	return problem;
}

static int by_address(const void *a, const void *b)
{
	const struct at_count *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

struct at_count *at_counts_sorted(const struct at_table *counts)
{
	struct at_count *sorted = at_resize(NULL, counts->count, sizeof *sorted);
	size_t count = 0;

	for (size_t i = 0; i < counts->capacity; i++)
		if (counts->slot[i].used)
			sorted[count++] = (struct at_count){ counts->slot[i].key, counts->slot[i].value };
	if (count)
		qsort(sorted, count, sizeof *sorted, by_address);
	return sorted;
}

void at_collect_free(struct at_collect *collect)
{
	at_table_free(&collect->counts);
	at_where_free(&collect->where);
}
