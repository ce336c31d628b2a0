#include "probe_languages.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "alloc.h"
#include "capture.h"
#include "spawn.h"

enum { SECONDS = 60 };

/* What the command prints on stdout when it ends well; false: it does not. */
static bool ask(struct at_buffer *answer, const char *program, const char *const *words, const char *extra)
{
	struct at_argv command = AT_ARGV_INIT;
	struct at_capture capture;

	at_argv_push(&command, program);
	for (; *words; words++)
		at_argv_push(&command, *words);
	if (extra)
		at_argv_push(&command, extra);
	bool good = !at_capture(&capture, command.word, NULL, NULL, SECONDS) && !capture.code && capture.out.length;
	at_argv_free(&command);
	if (good) {
		*answer = capture.out;
		capture.out = (struct at_buffer)AT_BUFFER_INIT;
	}
	at_capture_free(&capture);
	return good;
}

/* "go version go1.23.4 linux/amd64" */
static void write_go(struct at_json *json)
{
	static const char *const words[] = { "version", NULL };
	struct at_buffer answer = AT_BUFFER_INIT;
	char *path = at_spawn_find("go", NULL);
	const char *version;

	if (path && ask(&answer, path, words, NULL) && (version = strstr(answer.data, " go")) && version[3] >= '0' &&
			version[3] <= '9') {
		at_json_object(json, "go");
		at_json_text(json, "path", path);
		at_json_bytes(json, "version", version + 1, strcspn(version + 1, " \n"));
		at_json_end(json);
	}
	at_buffer_free(&answer);
	free(path);
}

/* The first word of each indented line ("    znver3") up to the end of the first list, without "native", which stands for
 * another one. */
static void read_list(const struct at_buffer *text, struct at_argv *names)
{
	for (const char *line = text->data; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
		const char *at = line + strspn(line, " ");
		size_t length = strcspn(at, " \n");
		if (at == line && length && names->count)
			return;
		if (at == line || !length || !strncmp(at, "native", 6))
			continue;
		at_argv_give(names, at_strndup(at, length));
	}
}

static bool in_list(const struct at_argv *names, const char *name)
{
	for (size_t i = 0; i < names->count; i++)
		if (!strcmp(names->word[i], name))
			return true;
	return false;
}

static void write_list(const struct at_argv *names, const char *key, struct at_json *json)
{
	at_json_array(json, key);
	for (size_t i = 0; i < names->count; i++)
		at_json_text(json, NULL, names->word[i]);
	at_json_end(json);
}

/* target_feature="avx2" of --print cfg: what rustc would use for that CPU. */
static void write_features(const char *rustc, const char *triple, const char *cpu, struct at_json *json)
{
	const char *const words[] = { "--print", "cfg", "--target", triple, "-C", NULL };
	static const char mark[] = "target_feature=\"";
	struct at_buffer answer = AT_BUFFER_INIT;
	char *option = at_format("target-cpu=%s", cpu);

	if (ask(&answer, rustc, words, option)) {
		at_json_array(json, cpu);
		for (const char *at = answer.data; (at = strstr(at, mark)); at++)
			at_json_bytes(json, NULL, at + strlen(mark), strcspn(at + strlen(mark), "\"\n"));
		at_json_end(json);
	}
	at_buffer_free(&answer);
	free(option);
}

/* "rustc 1.75.0 (…)", "host: x86_64-unknown-linux-gnu" … */
static const char *line_after(const struct at_buffer *text, const char *key, size_t *length)
{
	const char *at = strstr(text->data, key);

	if (!at)
		return NULL;
	*length = strcspn(at + strlen(key), " \n");
	return at + strlen(key);
}

static void write_rust_target(const char *path, const char *triple, const struct at_cpu *cpu, struct at_json *json)
{
	const char *const cpus[] = { "--print", "target-cpus", "--target", triple, NULL };
	const char *const features[] = { "--print", "target-features", "--target", triple, NULL };
	struct at_buffer answer = AT_BUFFER_INIT;
	struct at_argv known = AT_ARGV_INIT, names = AT_ARGV_INIT;

	if (ask(&answer, path, cpus, NULL))
		read_list(&answer, &known);
	write_list(&known, "target_cpus", json);
	at_buffer_free(&answer);
	if (ask(&answer, path, features, NULL))
		read_list(&answer, &names);
	write_list(&names, "target_features", json);
	at_json_object(json, "cpus");
	for (const char *name = cpu->core.id; name; name = at_core_older(name))
		if (in_list(&known, name))
			write_features(path, triple, name, json);
	at_json_end(json);
	at_buffer_free(&answer);
	at_argv_free(&known);
	at_argv_free(&names);
}

static void write_rust(const char *target, const struct at_cpu *cpu, struct at_json *json)
{
	static const char *const words[] = { "-vV", NULL };
	struct at_buffer answer = AT_BUFFER_INIT;
	char *path = at_spawn_find("rustc", NULL);
	size_t release_length = 0, host_length = 0;

	if (path && ask(&answer, path, words, NULL)) {
		const char *release = line_after(&answer, "release: ", &release_length), *host = line_after(&answer, "host: ", &host_length);
		char *triple = !target ? at_strndup(host ? host : "", host_length) :
			at_format("%s-unknown-linux-gnu", !strcmp(target, "riscv64") ? "riscv64gc" : target);
		if (release && host) {
			at_json_object(json, "rust");
			at_json_text(json, "path", path);
			at_json_bytes(json, "version", release, release_length);
			at_json_text(json, "target", triple);
			write_rust_target(path, triple, cpu, json);
			at_json_end(json);
		}
		free(triple);
	}
	at_buffer_free(&answer);
	free(path);
}

void at_languages_write(const char *target, const struct at_cpu *cpu, struct at_json *json)
{
	write_go(json);
	write_rust(target, cpu, json);
}

void at_fingerprint_program(struct at_buffer *facts, const char *name)
{
	char *path = at_spawn_find(name, NULL);
	struct stat status;

	if (path && !stat(path, &status))
		at_buffer_printf(facts, "%s %lld %lld.%09ld", path, (long long)status.st_size, (long long)status.st_mtim.tv_sec,
				status.st_mtim.tv_nsec);
	else
		at_buffer_printf(facts, "no %s", name);
	at_buffer_byte(facts, '\0');
	free(path);
}
