#include "perf_maps.h"

#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "message.h"
#include "table.h"

struct map {
	uint64_t start, end, offset;      /* end is the first address behind it */
	uint32_t object;
};

/* Ascending, not overlapping. */
struct space {
	struct map *map;
	size_t count, capacity;
	size_t users;                     /* processes */
};

struct process {
	struct space *space;              /* NULL: nothing known */
	struct at_table threads;          /* their tids */
};

struct at_perf_maps {
	struct at_table process;          /* pid → struct process * */
	size_t copied;                    /* maps in all spaces */
};

/* A recording that needs more is broken, or would fill the memory of this machine with maps. */
enum { MAPS_LIMIT = 40 * 1000 * 1000 };

struct at_perf_maps *at_perf_maps_new(void)
{
	return at_alloc(sizeof(struct at_perf_maps));
}

static void leave(struct at_perf_maps *maps, struct process *process)
{
	struct space *space = process->space;

	process->space = NULL;
	if (space && !--space->users) {
		maps->copied -= space->count;
		free(space->map);
		free(space);
	}
}

static struct process *find(const struct at_perf_maps *maps, uint32_t pid)
{
	const uint64_t *slot = at_table_find(&maps->process, pid);

	return slot ? (struct process *)(uintptr_t)*slot : NULL;
}

static struct process *get(struct at_perf_maps *maps, uint32_t pid)
{
	uint64_t *slot = at_table_at(&maps->process, pid);

	if (!*slot) {
		struct process *process = at_alloc(sizeof *process);
		*at_table_at(&process->threads, pid) = 1;
		*slot = (uintptr_t)process;
	}
	return (struct process *)(uintptr_t)*slot;
}

/* The first map that ends behind `address`. */
static size_t first_behind(const struct space *space, uint64_t address)
{
	size_t low = 0, high = space->count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (space->map[middle].end <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* The process's own table, with room for two more maps: one that is added, and the rest of one that is cut in two. */
static struct space *own(struct at_perf_maps *maps, struct process *process)
{
	struct space *space = process->space;

	if (!space || space->users > 1) {
		struct space *copy = at_alloc(sizeof *copy);
		copy->users = 1;
		if (space) {
			copy->count = copy->capacity = space->count;
			copy->map = at_resize(NULL, copy->capacity, sizeof *copy->map);
			memcpy(copy->map, space->map, copy->count * sizeof *copy->map);
			maps->copied += copy->count;
			space->users--;
		}
		process->space = space = copy;
	}
	if (space->count + 2 > space->capacity) {
		space->capacity = space->capacity ? space->capacity + space->capacity / 2 + 2 : 8;
		space->map = at_resize(space->map, space->capacity, sizeof *space->map);
	}
	return space;
}

static void add(struct at_perf_maps *maps, struct process *process, struct map new)
{
	struct space *space = own(maps, process);
	size_t first = first_behind(space, new.start), last = first, before = space->count;
	struct map left = { 0 }, right = { 0 };

	for (; last < space->count && space->map[last].start < new.end; last++) {
		const struct map *old = &space->map[last];
		if (old->start < new.start)
			left = (struct map){ old->start, new.start, old->offset, old->object };
		if (old->end > new.end)
			right = (struct map){ new.end, old->end, old->offset + (new.end - old->start), old->object };
	}
	struct map put[3];
	size_t count = 0;
	if (left.end)
		put[count++] = left;
	put[count++] = new;
	if (right.end)
		put[count++] = right;
	memmove(space->map + first + count, space->map + last, (space->count - last) * sizeof *space->map);
	memcpy(space->map + first, put, count * sizeof *put);
	space->count += count - (last - first);
	maps->copied += space->count - before;
	if (maps->copied > MAPS_LIMIT)
		at_die(AT_EXIT_TROUBLE, "the recording has more than %d memory maps at a time", MAPS_LIMIT);
}

static void begin(struct at_perf_maps *maps, const struct at_perf_event *event)
{
	if (event->parent == event->pid) {
		*at_table_at(&get(maps, event->pid)->threads, event->tid) = 1;
		return;
	}
	struct process *child = get(maps, event->pid);
	leave(maps, child);
	at_table_free(&child->threads);
	*at_table_at(&child->threads, event->tid) = 1;
	struct process *parent = find(maps, event->parent);
	if (!event->fresh && parent && parent->space) {
		child->space = parent->space;
		child->space->users++;
	}
}

static void drop(struct at_perf_maps *maps, uint32_t pid, struct process *process)
{
	leave(maps, process);
	at_table_free(&process->threads);
	free(process);
	at_table_remove(&maps->process, pid);
}

void at_perf_maps_apply(struct at_perf_maps *maps, const struct at_perf_event *event, uint32_t object)
{
	struct process *process = find(maps, event->pid);
	uint64_t end;

	switch (event->kind) {
	case AT_PERF_MAP:
		if (!event->length || __builtin_add_overflow(event->start, event->length, &end))
			return;
		add(maps, get(maps, event->pid), (struct map){ event->start, end, event->offset, object });
		return;
	case AT_PERF_FORK:
		begin(maps, event);
		return;
	case AT_PERF_EXIT:
		if (process && at_table_remove(&process->threads, event->tid) && !process->threads.count)
			drop(maps, event->pid, process);
		return;
	case AT_PERF_EXEC:
		if (process)
			drop(maps, event->pid, process);
		get(maps, event->pid);
		return;
	case AT_PERF_SAMPLE:
	case AT_PERF_OBJECT_ID:
		return;
	}
}

enum at_perf_found at_perf_maps_find(const struct at_perf_maps *maps, uint32_t pid, uint64_t address, uint32_t *object,
		uint64_t *offset)
{
	const struct process *process = find(maps, pid);

	if (!process || !process->space)
		return AT_PERF_NO_MAPS;
	size_t at = first_behind(process->space, address);
	if (at == process->space->count || process->space->map[at].start > address)
		return AT_PERF_NO_MAP;
	*object = process->space->map[at].object;
	*offset = process->space->map[at].offset + (address - process->space->map[at].start);
	return AT_PERF_FOUND;
}

void at_perf_maps_free(struct at_perf_maps *maps)
{
	for (size_t i = 0; i < maps->process.capacity; i++)
		if (maps->process.slot[i].used) {
			struct process *process = (struct process *)(uintptr_t)maps->process.slot[i].value;
			leave(maps, process);
			at_table_free(&process->threads);
			free(process);
		}
	at_table_free(&maps->process);
	free(maps);
}
