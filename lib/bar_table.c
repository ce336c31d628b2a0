#include "bar_table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "alloc.h"
#include "bar_tensor.h"
#include "filter.h"
#include "message.h"
#include "number.h"

enum { TABLE_LIMIT = 16 << 20 };

struct reading {
	struct at_bar_table *table;
	const char *path;
	size_t directory;        /* length of the part of the path that its relative names are from */
};

/* The next field of a line of tabs, which it ends with a NUL; NULL after the last. */
static char *next(char **rest)
{
	char *field = *rest;

	if (field) {
		char *tab = strchr(field, '\t');
		if (tab)
			*tab = '\0';
		*rest = tab ? tab + 1 : NULL;
	}
	return field;
}

static char *beside(const struct reading *reading, const char *file)
{
	return *file == '/' ? at_strdup(file) : at_format("%.*s%s", (int)reading->directory, reading->path, file);
}

static void add_engine(struct at_bar_table *table, const struct at_bar_engine *engine)
{
	table->engine = at_resize(table->engine, table->engines + 1, sizeof *table->engine);
	table->engine[table->engines++] = *engine;
}

/* The first word of a command is a program: looked up in PATH without a slash, else from the table's directory. */
static void read_engine(const struct reading *reading, char *name, char **rest)
{
	char *kind = next(rest), *word = next(rest);
	struct at_bar_engine engine = { .name = at_strdup(name), .shared = kind && !strcmp(kind, "shared_object") };

	if (word)
		at_argv_give(&engine.words, engine.shared || strchr(word, '/') ? beside(reading, word) : at_strdup(word));
	while ((word = next(rest)))
		at_argv_push(&engine.words, word);
	add_engine(reading->table, &engine);
}

/* The file's size decides the shape of values that have none, and must agree with it otherwise. */
static int settle_shape(const struct reading *reading, struct at_bar_values *values, const char *shape)
{
	struct at_engine_tensor *tensor = &values->tensor;
	size_t value = at_tensor_value_bytes(tensor->type);
	struct stat status;

	if (stat(values->file, &status)) {
		at_error("'%s', which '%s' names: %m", values->file, reading->path);
		return -1;
	}
	size_t bytes = (size_t)status.st_size;
	if (!strcmp(shape, "?")) {
		tensor->rank = 1;
		tensor->shape[0] = bytes / value;
		tensor->bytes = tensor->shape[0] * value;
	} else if (at_tensor_shape_parse(shape, strlen(shape), tensor)) {
		at_error("'%s': the shape %s of '%s' is too large", reading->path, shape, values->name);
		return -1;
	}
	if (bytes != tensor->bytes) {
		at_error("'%s' has %zu bytes, and '%s' says %s of %s", values->file, bytes, reading->path, shape, at_tensor_type_name(tensor->type));
		return -1;
	}
	if (!bytes) {
		at_error("'%s', which '%s' names, is empty", values->file, reading->path);
		return -1;
	}
	return 0;
}

static int read_values(const struct reading *reading, char **rest, struct at_bar_values **list, size_t *count, bool has_tolerance)
{
	char *name = next(rest), *type = next(rest), *shape = next(rest), *tolerance = has_tolerance ? next(rest) : NULL, *file = next(rest);

	if (!file || !name)
		return -1;
	*list = at_resize(*list, *count + 1, sizeof **list);
	struct at_bar_values *values = &(*list)[(*count)++];
	*values = (struct at_bar_values){ .name = at_strdup(name), .file = beside(reading, file) };
	values->tensor.name = values->name;
	if (at_tensor_type_parse(type, strlen(type), &values->tensor.type) || (tolerance && at_parse_real(tolerance, &values->tolerance)))
		return -1;
	return settle_shape(reading, values, shape);
}

static int read_line(const struct reading *reading, char *line)
{
	struct at_bar_table *table = reading->table;
	char *rest = line, *kind = next(&rest);
	struct at_bar_row *row = table->rows ? &table->row[table->rows - 1] : NULL;

	if (!strcmp(kind, "engine")) {
		read_engine(reading, next(&rest), &rest);
	} else if (!strcmp(kind, "row")) {
		char *model = next(&rest), *variant = next(&rest);
		table->row = at_resize(table->row, table->rows + 1, sizeof *table->row);
		table->row[table->rows++] = (struct at_bar_row){ .model = at_strdup(model), .variant = at_strdup(variant), .batch = at_strdup(rest) };
	} else if (row && !strcmp(kind, "only")) {
		at_argv_push(&row->only, rest);
	} else if (row && !strcmp(kind, "file")) {
		at_argv_push(&row->file_engine, next(&rest));
		at_argv_give(&row->file, beside(reading, rest));
	} else if (row && !strcmp(kind, "input")) {
		return read_values(reading, &rest, &row->input, &row->inputs, false);
	} else if (row && !strcmp(kind, "reference")) {
		return read_values(reading, &rest, &row->reference, &row->references, true);
	}
	return 0;
}

int at_bar_table_read(struct at_bar_table *table, const char *path)
{
	struct at_buffer lines = AT_BUFFER_INIT;
	const char *slash = strrchr(path, '/');
	struct reading reading = { .table = table, .path = path, .directory = slash ? (size_t)(slash + 1 - path) : 0 };
	char *error = NULL;
	int result = 0;

	*table = (struct at_bar_table){ 0 };
	if (access(path, R_OK)) {
		at_error("cannot read '%s': %m", path);
		return -1;
	}
	if (at_filter_run("bar/rows", path, TABLE_LIMIT, &lines, &error)) {
		at_error("cannot use the table '%s': %s", path, error);
		free(error);
		result = -1;
	}
	char *line = lines.data;
	while (line && *line && !result) {
		char *end = strchr(line, '\n');
		if (end)
			*end = '\0';
		result = read_line(&reading, line);
		line = end ? end + 1 : NULL;
	}
	at_buffer_free(&lines);
	return result;
}

struct at_bar_engine *at_bar_table_find(const struct at_bar_table *table, const char *name)
{
	for (size_t i = 0; i < table->engines; i++)
		if (!strcmp(table->engine[i].name, name))
			return &table->engine[i];
	return NULL;
}

int at_bar_table_engine(struct at_bar_table *table, const char *text)
{
	const char *equals = strchr(text, '=');

	if (!equals || equals == text || !equals[1])
		return -1;
	struct at_bar_engine engine = { .name = at_strndup(text, (size_t)(equals - text)) };
	size_t length = strlen(equals + 1);
	engine.shared = length > 3 && !strcmp(equals + 1 + length - 3, ".so");
	at_argv_push(&engine.words, equals + 1);
	struct at_bar_engine *old = at_bar_table_find(table, engine.name);
	if (!old) {
		add_engine(table, &engine);
	} else {
		at_argv_free(&old->words);
		free(old->name);
		*old = engine;
	}
	return 0;
}

bool at_bar_row_is(const struct at_bar_row *row, const char *text)
{
	const char *part[] = { row->model, row->variant, row->batch };

	for (size_t i = 0; i < 3; i++) {
		size_t length = strcspn(text, ":");
		if (strlen(part[i]) != length || memcmp(part[i], text, length))
			return false;
		text += length;
		if (!*text)
			return true;
		text++;
	}
	return false;
}

bool at_bar_row_has(const struct at_bar_row *row, const char *engine)
{
	for (size_t i = 0; i < row->only.count; i++)
		if (!strcmp(row->only.word[i], engine))
			return true;
	return !row->only.count;
}

const char *at_bar_row_file(const struct at_bar_row *row, const char *engine)
{
	const char *common = NULL;

	for (size_t i = 0; i < row->file.count; i++) {
		if (!strcmp(row->file_engine.word[i], engine))
			return row->file.word[i];
		if (!*row->file_engine.word[i])
			common = row->file.word[i];
	}
	return common;
}

static void free_values(struct at_bar_values *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(list[i].name);
		free(list[i].file);
	}
	free(list);
}

void at_bar_table_free(struct at_bar_table *table)
{
	for (size_t i = 0; i < table->engines; i++) {
		free(table->engine[i].name);
		at_argv_free(&table->engine[i].words);
	}
	for (size_t i = 0; i < table->rows; i++) {
		struct at_bar_row *row = &table->row[i];
		free(row->model);
		free(row->variant);
		free(row->batch);
		at_argv_free(&row->only);
		at_argv_free(&row->file_engine);
		at_argv_free(&row->file);
		free_values(row->input, row->inputs);
		free_values(row->reference, row->references);
	}
	free(table->engine);
	free(table->row);
	*table = (struct at_bar_table){ 0 };
}
