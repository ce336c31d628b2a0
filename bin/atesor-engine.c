/* atesor-engine: makes a program of an engine that is a shared object, for atesor-bar or for a person at a terminal. */
#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "bar_host.h"
#include "message.h"
#include "option.h"

static const struct at_usage usage = {
	"serve an engine of atesor-bar that is a shared object, on standard input and output",
	(const char *const[]){ "FILE.so", NULL },
	(const struct at_option[]){ { 0 } },
	"The requests and answers are in atesor_engine.h: hello, create THREADS MODEL, input TYPE SHAPE NAME, content FILE, run N,\n"
	"outputs DIRECTORY, describe, quit.\n"
};

/* What each thread has allocated. The allocation functions of this program take the place of the C library's for the engine, too,
 * and pass on to those. (Sanitizers have their own in that place: then nothing is counted.) */
#if defined __GLIBC__ && !defined __SANITIZE_ADDRESS__
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static __thread uint64_t allocated_bytes;

void *malloc(size_t size)
{
	allocated_bytes += size;
	return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	allocated_bytes += count * size;
	return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	allocated_bytes += size;
	return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size)
{
	allocated_bytes += size;
	return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	return memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
	void *made = alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment ? NULL : memalign(alignment, size);

	if (!made)
		return alignment % sizeof(void *) || (alignment & (alignment - 1)) || !alignment ? 22 : 12;      /* EINVAL, ENOMEM */
	*memory = made;
	return 0;
}

static uint64_t allocated(void)
{
	return allocated_bytes;
}
#define ALLOCATED allocated
#else
#define ALLOCATED NULL
#endif

/* Said to whoever asks, as the answer to its first request, and to people. */
static _Noreturn void refuse(int answers, const char *what, const char *why)
{
	dprintf(answers, "error %s: %s\n", what, why);
	at_die(AT_EXIT_TROUBLE, "%s: %s", what, why);
}

int main(int argc, char **argv)
{
	int first = at_options(&usage, argc, argv);
	if (argc - first != 1)
		at_usage_error("give one shared object");
	/* Without a slash it would be looked for among the system's libraries. */
	char *file = at_format("%s%s", strchr(argv[first], '/') ? "" : "./", argv[first]);
	/* What the engine prints must not be taken for an answer: its standard output is standard error. */
	int answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (answers < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
		at_die(AT_EXIT_TROUBLE, "cannot use standard output and error: %m");
	void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (!object)
		refuse(answers, "cannot load the engine", dlerror());
	const struct at_engine *engine = dlsym(object, "atesor_engine");
	if (!engine)
		refuse(answers, file, "is no engine: it has no symbol atesor_engine");
	if (engine->version != ATESOR_ENGINE_VERSION)
		refuse(answers, file, "is an engine for another version of the interface (atesor_engine.h)");
	free(file);
	return at_bar_host(engine, answers, ALLOCATED);
}
