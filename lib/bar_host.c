#include "bar_host.h"

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "argv.h"
#include "bar_measure.h"
#include "bar_tensor.h"
#include "exits.h"
#include "number.h"

enum { ALIGNMENT = 64, INPUTS_MOST = 4096 };

struct host {
	const struct at_engine *engine;
	void *made;                        /* by create; NULL before */
	bool created, bound, ran;
	struct at_engine_tensor *input;    /* data NULL until its content came */
	size_t inputs;
	struct at_argv names;              /* of the inputs */
	uint64_t (*allocated)(void);
	FILE *out;
	char error[AT_ENGINE_ERROR];
};

/* Answers "error …" and returns false. */
static bool refuse(struct host *host, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool refuse(struct host *host, const char *format, ...)
{
	char text[1024];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	text[strcspn(text, "\n")] = '\0';
	fprintf(host->out, "error %s\n", text);
	return false;
}

static bool refused(struct host *host, const char *what)
{
	host->error[AT_ENGINE_ERROR - 1] = '\0';
	return refuse(host, "%s: %s", what, *host->error ? host->error : "the engine gives no reason");
}

static bool create(struct host *host, char *text)
{
	uint64_t threads;
	char *model = strchr(text, ' ');

	if (!model || host->created)
		return refuse(host, "create THREADS MODEL is said once");
	*model++ = '\0';
	if (at_parse_count(text, &threads) || !threads || threads > 1000000)
		return refuse(host, "create: '%s' is no number of threads", text);
	if (host->engine->create(model, (unsigned)threads, &host->made, host->error))
		return refused(host, "create");
	host->created = true;
	return true;
}

static bool input(struct host *host, char *text)
{
	struct at_engine_tensor tensor = { 0 };
	char *shape = strchr(text, ' '), *name = shape ? strchr(shape + 1, ' ') : NULL;

	if (!name || host->bound || host->inputs == INPUTS_MOST || (host->inputs && !host->input[host->inputs - 1].data))
		return refuse(host, "input TYPE SHAPE NAME comes before the first run");
	if (at_tensor_type_parse(text, (size_t)(shape - text), &tensor.type) ||
			at_tensor_shape_parse(shape + 1, (size_t)(name - shape - 1), &tensor))
		return refuse(host, "input: '%s' is no type with a shape", text);
	at_argv_push(&host->names, name + 1);
	tensor.name = host->names.word[host->inputs];
	host->input = at_resize(host->input, host->inputs + 1, sizeof *host->input);
	host->input[host->inputs++] = tensor;
	return true;
}

static bool content(struct host *host, const char *file)
{
	struct at_engine_tensor *tensor = host->inputs ? &host->input[host->inputs - 1] : NULL;
	char more;

	if (!tensor || tensor->data)
		return refuse(host, "content FILE comes after its input");
	FILE *stream = fopen(file, "re");
	if (!stream)
		return refuse(host, "cannot open '%s': %s", file, strerror(errno));
	tensor->data = aligned_alloc(ALIGNMENT, (tensor->bytes / ALIGNMENT + 1) * ALIGNMENT);
	bool whole = tensor->data && fread(tensor->data, 1, tensor->bytes, stream) == tensor->bytes && !fread(&more, 1, 1, stream);
	fclose(stream);
	if (!whole) {
		free(tensor->data);
		tensor->data = NULL;
	}
	return whole || refuse(host, "'%s' does not hold %zu bytes, or there is no memory for them", file, tensor->bytes);
}

static int call(void *context)
{
	struct host *host = context;

	return host->engine->run(host->made, host->error);
}

static bool run(struct host *host, const char *text)
{
	uint64_t calls, ns;

	if (at_parse_count(text, &calls) || !calls || !host->created)
		return refuse(host, "run N comes after create");
	if (host->inputs && !host->input[host->inputs - 1].data)
		return refuse(host, "run: the last input has no content");
	if (!host->bound && host->engine->bind(host->made, host->input, host->inputs, host->error))
		return refused(host, "bind");
	host->bound = true;
	uint64_t before = host->allocated ? host->allocated() : 0;
	if (at_measure_calls(call, host, calls, &ns))
		return refused(host, "run");
	host->ran = true;
	fprintf(host->out, "ok %llu", (unsigned long long)ns);
	if (host->allocated)
		fprintf(host->out, " %llu", (unsigned long long)(host->allocated() - before));
	fputc('\n', host->out);
	return true;
}

static bool write_values(const struct at_engine_tensor *tensor, const char *directory, size_t number)
{
	char *path = at_format("%s/%zu", directory, number);
	FILE *stream = fopen(path, "we");
	bool good = stream && fwrite(tensor->data, 1, tensor->bytes, stream) == tensor->bytes;

	if (stream && fclose(stream))
		good = false;
	free(path);
	return good;
}

static bool outputs(struct host *host, const char *directory)
{
	const struct at_engine_tensor *list = NULL;
	size_t count = 0;
	char shape[AT_TENSOR_SHAPE];

	if (!host->ran)
		return refuse(host, "outputs DIRECTORY comes after a run");
	if (host->engine->outputs(host->made, &list, &count, host->error))
		return refused(host, "outputs");
	for (size_t i = 0; i < count; i++) {
		if (list[i].type >= AT_ENGINE_TYPES || list[i].rank > AT_ENGINE_RANK || !list[i].name || strchr(list[i].name, '\n') ||
				(!list[i].data && list[i].bytes))
			return refuse(host, "outputs: number %zu is no tensor", i);
		if (!write_values(&list[i], directory, i))
			return refuse(host, "cannot write output %zu into '%s': %s", i, directory, strerror(errno));
		at_tensor_shape_text(&list[i], shape);
		fprintf(host->out, "output %s %s %s\n", at_tensor_type_name(list[i].type), shape, list[i].name);
	}
	return true;
}

static void give_fact(void *context, const char *key, const char *value)
{
	struct host *host = context;

	if (*key && !strpbrk(key, " \n"))
		fprintf(host->out, "info %s %.*s\n", key, (int)strcspn(value, "\n"), value);
}

/* False: it has answered itself. */
static bool serve(struct host *host, char *line)
{
	char *space = strchr(line, ' '), *rest = space ? space + 1 : line + strlen(line);

	if (space)
		*space = '\0';
	if (!strcmp(line, "hello")) {
		fprintf(host->out, "ok %d\n", ATESOR_ENGINE_VERSION);
		return false;
	}
	if (!strcmp(line, "create"))
		return create(host, rest);
	if (!strcmp(line, "input"))
		return input(host, rest);
	if (!strcmp(line, "content"))
		return content(host, rest);
	if (!strcmp(line, "run")) {
		run(host, rest);
		return false;
	}
	if (!strcmp(line, "outputs"))
		return outputs(host, rest);
	if (!strcmp(line, "describe")) {
		if (host->created && host->engine->describe)
			host->engine->describe(host->made, give_fact, host);
		return true;
	}
	return refuse(host, "unknown request '%s'", line);
}

int at_bar_host(const struct at_engine *engine, int answers, uint64_t (*allocated)(void))
{
	struct host host = { .engine = engine, .allocated = allocated, .out = fdopen(answers, "w") };
	char *line = NULL;
	size_t size = 0;
	ssize_t got;

	if (!host.out)
		return AT_EXIT_TROUBLE;
	while ((got = getline(&line, &size, stdin)) > 0) {
		if (line[got - 1] == '\n')
			line[got - 1] = '\0';
		if (!strcmp(line, "quit"))
			break;
		*host.error = '\0';
		if (serve(&host, line))
			fputs("ok\n", host.out);
		if (fflush(host.out))
			break;
	}
	if (host.created)
		engine->destroy(host.made);
	for (size_t i = 0; i < host.inputs; i++)
		free(host.input[i].data);
	at_argv_free(&host.names);
	free(host.input);
	free(line);
	return fclose(host.out) ? AT_EXIT_TROUBLE : AT_EXIT_DONE;
}
