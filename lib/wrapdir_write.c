#include "wrapdir_inside.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "alloc.h"
#include "json.h"
#include "makedirs.h"
#include "outfile.h"

#define MAX_UNITS ((size_t)12 << 20)    /* bytes of a list of products; atesor-cc reads a configuration of up to 16 MiB */

int at_wrap_empty(struct at_wrap_making *making)
{
	const char *path = making->asked->directory;
	DIR *directory = at_make_directories(path) ? NULL : opendir(path);

	if (!directory)
		return at_wrap_fail(making, at_format("cannot make the directory '%s': %s", path, strerror(errno)));
	bool ours = at_wrap_is_directory(path);
	int result = 0;
	for (const struct dirent *entry; !result && (entry = readdir(directory));) {
		if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, ".."))
			continue;
		if (!ours)
			result = at_wrap_fail(making, at_format("'%s' is not empty and not a directory of wrappers; name another one", path));
		else if (unlinkat(dirfd(directory), entry->d_name, 0))
			result = at_wrap_fail(making, at_format("cannot remove '%s/%s': %s", path, entry->d_name, strerror(errno)));
	}
	closedir(directory);
	if (!result && !(making->directory = realpath(path, NULL)))
		result = at_wrap_fail(making, at_format("cannot find '%s': %s", path, strerror(errno)));
	return result;
}

static int copy_program(const struct at_wrap_making *making, const char *path)
{
	struct at_buffer bytes = AT_BUFFER_INIT;
	struct at_outfile file;
	int result = at_buffer_read_file(&bytes, making->program, (size_t)64 << 20);

	if (!result)
		result = at_outfile_open(&file, path);
	if (!result) {
		fwrite(bytes.data, 1, bytes.length, file.stream);
		fchmod(fileno(file.stream), 0755);
		result = at_outfile_commit(&file);
	}
	at_buffer_free(&bytes);
	return result;
}

int at_wrap_make_links(struct at_wrap_making *making)
{
	char *source = at_strdup(making->program);
	int result = 0;

	for (size_t i = 0; !result && i < making->links; i++) {
		char *path = at_format("%s/%s", making->directory, making->link[i].name);
		if (link(source, path)) {
			result = copy_program(making, path);
			free(source);
			source = at_strdup(path);
		}
		if (result)
			result = at_wrap_fail(making, at_format("cannot write '%s': %s", path, strerror(errno)));
		free(path);
	}
	free(source);
	return result;
}

int at_wrap_write_file(const char *directory, const char *name, const char *text)
{
	char *path = at_format("%s/%s", directory, name);
	struct at_outfile file;
	int result = at_outfile_open(&file, path);

	if (!result) {
		fputs(text, file.stream);
		result = at_outfile_commit(&file);
	}
	free(path);
	return result;
}

static void add_line(struct at_buffer *config, const char *key, const char *first, const char *second, const char *rest)
{
	const char *words[] = { first, second, rest };

	at_buffer_text(config, key);
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (words[i])
			at_buffer_printf(config, " %s", words[i]);
	at_buffer_byte(config, '\n');
}

/* The lines of a file of products, each behind `start`. */
static int add_units(struct at_wrap_making *making, struct at_buffer *config, const char *start, const char *path, size_t *lines)
{
	struct at_buffer text = AT_BUFFER_INIT;
	int result = path ? at_buffer_read_file(&text, path, MAX_UNITS) : 0;

	if (result)
		at_wrap_fail(making, at_format("cannot read the products in '%s': %s", path, strerror(errno)));
	char *rest = text.length ? text.data : NULL;
	for (char *line; !result && (line = strsep(&rest, "\n"));)
		if (*line) {
			at_buffer_printf(config, "%s %s\n", start, line);
			++*lines;
		}
	at_buffer_free(&text);
	return result;
}

int at_wrap_write_config(struct at_wrap_making *making)
{
	struct at_buffer config = AT_BUFFER_INIT;
	size_t lines = 2;

	at_buffer_text(&config, AT_WRAP_CONFIG_HEAD);
	add_line(&config, "tree", making->tree, NULL, NULL);
	for (size_t i = 0; i < making->links; i++, lines++) {
		const struct at_wrap_link *link = &making->link[i];
		add_line(&config, "link", link->name, link->set ? link->set : "-", link->path);
		if (link->before) {
			add_line(&config, "before", link->name, link->before, NULL);
			lines++;
		}
	}
	for (size_t i = 0; i < making->sets; i++) {
		const struct at_wrap_set *set = &making->set[i];
		for (size_t k = 0; k < set->compile.count; k++, lines++)
			add_line(&config, "compile", set->name, set->compile.word[k], NULL);
		for (size_t k = 0; k < set->flags.count; k++, lines++)
			add_line(&config, "flag", set->name, set->flags.word[k], NULL);
		if (set->also) {
			add_line(&config, "also", set->name, making->asked->also_flag, NULL);
			lines++;
		}
	}
	/* "." is no product: a list without any leaves all compiles plain. */
	if (making->asked->only) {
		add_line(&config, "unit", "only", ".", NULL);
		lines++;
	}
	int result = add_units(making, &config, "unit only", making->asked->only, &lines);
	if (!result)
		result = add_units(making, &config, "unit also", making->asked->also, &lines);
	for (const char *at = config.data; (at = strchr(at, '\n')); at++)
		lines--;
	if (!result && lines)
		result = at_wrap_fail(making, at_strdup("a path or a flag holds a newline, which the configuration cannot"));
	if (!result && (at_wrap_write_file(making->directory, "log.jsonl", "") ||
			at_wrap_write_file(making->directory, "config", config.data)))
		result = at_wrap_fail(making, at_format("cannot write below '%s': %s", making->directory, strerror(errno)));
	at_buffer_free(&config);
	return result;
}

static void write_words(struct at_json *json, const char *key, const struct at_argv *words)
{
	at_json_array(json, key);
	for (size_t i = 0; i < words->count; i++)
		at_json_text(json, NULL, words->word[i]);
	at_json_end(json);
}

int at_wrap_report(struct at_wrap_making *making, FILE *stream)
{
	struct at_json json = { 0 };

	at_json_object(&json, NULL);
	at_json_text(&json, "directory", making->directory);
	at_json_text(&json, "tree", making->tree);
	at_json_object(&json, "links");
	for (size_t i = 0; i < making->links; i++)
		at_json_text(&json, making->link[i].name, making->link[i].path);
	at_json_end(&json);
	at_json_object(&json, "flags");
	for (size_t i = 0; i < making->sets; i++)
		write_words(&json, making->set[i].name, &making->set[i].flags);
	at_json_end(&json);
	at_json_object(&json, "refused");
	for (size_t i = 0; i < making->sets; i++)
		if (making->set[i].refused.count)
			write_words(&json, making->set[i].name, &making->set[i].refused);
	at_json_end(&json);
	at_json_array(&json, "warnings");
	for (size_t i = 0; i < making->warnings.count; i += 2) {
		at_json_object(&json, NULL);
		at_json_text(&json, "code", making->warnings.word[i]);
		at_json_text(&json, "text", making->warnings.word[i + 1]);
		at_json_end(&json);
	}
	at_json_end(&json);
	at_json_end(&json);
	int result = at_json_line(&json, stream) || fflush(stream) ? -1 : 0;
	if (result)
		at_wrap_fail(making, at_format("cannot write: %s", strerror(errno)));
	at_json_free(&json);
	return result;
}
