#include "text.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log.h"

/* Without memory there is no message to build. */
static _Noreturn void out_of_memory(void)
{
	static const char message[] = "atesor-cc: error: out of memory\n";

	if (write(STDERR_FILENO, message, sizeof message - 1) < 0)
		_exit(EXIT_FAULT);
	_exit(EXIT_FAULT);
}

/* The next bytes of a small arena in .bss; what does not fit is mapped. */
static void *memory(size_t size)
{
	static _Alignas(16) char arena[48 << 10];
	static size_t used;

	size = (size + 15) & ~(size_t)15;
	if (size <= sizeof arena - used) {
		used += size;
		return arena + used - size;
	}
	void *mapped = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (mapped == MAP_FAILED)
		out_of_memory();
	return mapped;
}

void *grown(const void *old, size_t used, size_t size)
{
	void *new = memory(size);

	if (used)
		memcpy(new, old, used);
	return new;
}

void reserve(struct text *text, size_t more)
{
	if (text->length + more < text->room)
		return;
	text->room = text->room ? (text->length + more) * 2 : more + 48;
	text->data = grown(text->data, text->length, text->room);
}

void put_bytes(struct text *text, const char *bytes, size_t count)
{
	reserve(text, count);
	memcpy(text->data + text->length, bytes, count);
	text->length += count;
	text->data[text->length] = '\0';
}

void put(struct text *text, const char *string)
{
	put_bytes(text, string, strlen(string));
}

char *joined(const char *first, const char *between, const char *last)
{
	struct text text = { 0 };

	reserve(&text, strlen(first) + strlen(between) + strlen(last));
	put(&text, first);
	put(&text, between);
	put(&text, last);
	return text.data;
}

void push(struct list *list, const char *item)
{
	if (list->count + 1 >= list->room) {
		list->room = list->room * 2 + 8;
		list->item = grown(list->item, list->count * sizeof *list->item, list->room * sizeof *list->item);
	}
	list->item[list->count++] = item;
	list->item[list->count] = NULL;
}

bool starts(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *read_file(const char *path, size_t limit, size_t *length)
{
	struct text text = { 0 };
	struct stat status;
	int descriptor = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t got = 0;

	if (descriptor < 0)
		return NULL;
	if (fstat(descriptor, &status) || S_ISDIR(status.st_mode)) {
		close(descriptor);
		errno = EISDIR;
		return NULL;
	}
	reserve(&text, status.st_size > 0 ? (size_t)status.st_size : 4096);
	while ((got = read(descriptor, text.data + text.length, text.room - text.length - 1)) > 0 && text.length <= limit) {
		text.length += (size_t)got;
		reserve(&text, 1);
	}
	close(descriptor);
	if (got)
		return NULL;
	text.data[text.length] = '\0';
	*length = text.length;
	return text.data;
}
