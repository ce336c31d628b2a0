#include "probe_memory.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "capture.h"
#include "makedirs.h"
#include "outfile.h"
#include "sha256.h"
#include "spawn.h"

enum { ENTRY_MOST = 1 << 20, SECONDS = 20 };

static char *directory(void)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache == '/')
		return at_format("%s/atesor", cache);
	return home && *home == '/' ? at_format("%s/.cache/atesor", home) : NULL;
}

static void add_text(struct at_sha256 *hash, const char *text)
{
	at_sha256_add(hash, text, strlen(text) + 1);
}

static void add_file(struct at_sha256 *hash, const char *path)
{
	struct stat status = { 0 };
	char *facts = stat(path, &status) ? at_format("no %s", path) : at_format("%s %lld %lld.%09ld", path, (long long)status.st_size,
			(long long)status.st_mtim.tv_sec, status.st_mtim.tv_nsec);

	add_text(hash, facts);
	free(facts);
}

/* The file that the compiler runs as `name` (cc1, as): an update of the assembler changes what is accepted. */
static void add_part(struct at_sha256 *hash, const char *compiler, const char *name)
{
	struct at_argv command = AT_ARGV_INIT;
	struct at_capture answer;

	at_argv_push(&command, compiler);
	at_argv_give(&command, at_format("-print-prog-name=%s", name));
	if (!at_capture(&answer, command.word, NULL, NULL, SECONDS) && !answer.code && answer.out.length > 1) {
		answer.out.data[strcspn(answer.out.data, "\n")] = '\0';
		char *path = at_spawn_find(answer.out.data, NULL);
		add_file(hash, path ? path : answer.out.data);
		free(path);
	}
	at_capture_free(&answer);
	at_argv_free(&command);
}

char *at_memory_path(const struct at_compiler *compiler, const struct at_cpu *cpu)
{
	static const char *const settings[] = { "GCC_EXEC_PREFIX", "COMPILER_PATH" };
	char *place = directory();
	char hex[AT_SHA256_HEX];
	struct at_sha256 hash;

	if (!place)
		return NULL;
	at_sha256_init(&hash);
	add_text(&hash, "atesor compiler 1 " ATESOR_VERSION);
	add_file(&hash, "/proc/self/exe");
	add_file(&hash, compiler->path);
	for (size_t i = 0; i < compiler->names.count; i++)
		add_text(&hash, compiler->names.word[i]);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		add_text(&hash, getenv(settings[i]) ? getenv(settings[i]) : "");
	add_part(&hash, compiler->path, "cc1");
	add_part(&hash, compiler->path, "as");
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		add_text(&hash, name);
	for (size_t i = 0; i < cpu->flags.count; i++)
		add_text(&hash, cpu->flags.word[i]);
	at_sha256_hex(&hash, hex);
	char *path = at_format("%s/compiler-%s.json", place, hex);
	free(place);
	return path;
}

bool at_memory_read(const char *path, struct at_buffer *line)
{
	bool good = !at_buffer_read_file(line, path, ENTRY_MOST) && line->length > 2 && line->data[0] == '{' &&
			!strcmp(line->data + line->length - 2, "}\n") && strchr(line->data, '\n') == line->data + line->length - 1;

	if (!good)
		at_buffer_clear(line);
	return good;
}

void at_memory_write(const char *path, const char *line)
{
	char *place = at_strndup(path, (size_t)(strrchr(path, '/') - path));
	struct at_outfile file;

	if (!at_make_directories(place) && !at_outfile_open(&file, path)) {
		fputs(line, file.stream);
		at_outfile_commit(&file);
	}
	free(place);
}
