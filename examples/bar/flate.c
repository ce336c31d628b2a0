#include "flate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "pair.h"

struct flate {
	int deflates, level;
	void *state;
	const struct at_engine_tensor *input;
	unsigned char *made, *again;      /* what a run makes; for deflate: its content again */
	size_t room, used, content;
	double size;
	struct at_engine_tensor output[2];
};

static int create(const char *model, unsigned threads, void **engine, char *error)
{
	char task[16];
	struct flate *flate = calloc(1, sizeof *flate);

	(void)threads;      /* one stream is one thread's work in both libraries */
	flate->level = 6;
	if (read_model(model, task, &flate->level, error)) {
		free(flate);
		return -1;
	}
	flate->deflates = !strcmp(task, "deflate");
	if (!flate->deflates && strcmp(task, "inflate")) {
		snprintf(error, AT_ENGINE_ERROR, "no task '%s' here, but inflate and deflate", task);
		free(flate);
		return -1;
	}
	flate->state = flate_codec.open(flate->level);
	*engine = flate;
	return 0;
}

/* A zlib stream says not how long its content is: the second input does, as one u64. */
static int bind(void *engine, const struct at_engine_tensor *inputs, size_t count, char *error)
{
	struct flate *flate = engine;

	if (count != 2 || inputs[1].type != AT_ENGINE_U64 || inputs[1].bytes != 8) {
		snprintf(error, AT_ENGINE_ERROR, "wants two inputs: data, and the size of the content as one u64");
		return -1;
	}
	flate->input = inputs;
	flate->content = (size_t)*(const uint64_t *)inputs[1].data;
	flate->room = flate->deflates ? compressBound(inputs->bytes) + 64 : flate->content;
	flate->made = malloc(flate->room ? flate->room : 1);
	return 0;
}

static int run(void *engine, char *error)
{
	struct flate *flate = engine;
	const struct at_engine_tensor *input = flate->input;
	int failed = (flate->deflates ? flate_codec.deflate : flate_codec.inflate)(flate->state, input->data, input->bytes, flate->made,
			flate->room, &flate->used);

	if (failed)
		snprintf(error, AT_ENGINE_ERROR, "the library refuses the data");
	return failed;
}

static int outputs(void *engine, const struct at_engine_tensor **list, size_t *count, char *error)
{
	struct flate *flate = engine;
	unsigned char *data = flate->made;
	size_t bytes = flate->used;

	if (flate->deflates) {
		uLongf length = flate->content;
		free(flate->again);
		flate->again = data = malloc(length ? length : 1);
		if (uncompress(data, &length, flate->made, flate->used) != Z_OK) {
			snprintf(error, AT_ENGINE_ERROR, "what deflate made is no zlib stream of the content's size");
			return -1;
		}
		bytes = length;
	}
	flate->size = (double)flate->used;
	flate->output[0] = (struct at_engine_tensor){ "data", AT_ENGINE_U8, 1, { bytes }, data, bytes };
	flate->output[1] = (struct at_engine_tensor){ "size", AT_ENGINE_F64, 0, { 0 }, &flate->size, sizeof flate->size };
	*list = flate->output;
	*count = 2;
	return 0;
}

static void describe(void *engine, at_engine_fact *fact, void *context)
{
	const struct flate *flate = engine;
	char text[32];

	fact(context, "version", flate_codec.version);
	snprintf(text, sizeof text, "%zu", flate->used);
	fact(context, "made_bytes", text);
}

static void destroy(void *engine)
{
	struct flate *flate = engine;

	flate_codec.close(flate->state);
	free(flate->made);
	free(flate->again);
	free(flate);
}

const struct at_engine atesor_engine = { ATESOR_ENGINE_VERSION, create, bind, run, outputs, describe, destroy };
