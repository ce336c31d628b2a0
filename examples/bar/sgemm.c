#include "sgemm.h"

#include <stdio.h>
#include <stdlib.h>

#include "pair.h"

struct sgemm {
	const struct at_engine_tensor *input;
	struct at_engine_tensor output;
};

static int create(const char *model, unsigned threads, void **engine, char *error)
{
	char task[16];
	int level;

	if (read_model(model, task, &level, error))
		return -1;
	sgemm_library.threads(threads);
	*engine = calloc(1, sizeof(struct sgemm));
	return 0;
}

static int bind(void *engine, const struct at_engine_tensor *inputs, size_t count, char *error)
{
	struct sgemm *sgemm = engine;

	if (count != 2 || inputs[0].type != AT_ENGINE_F32 || inputs[1].type != AT_ENGINE_F32 || inputs[0].rank != 2 || inputs[1].rank != 2 ||
			inputs[0].shape[1] != inputs[1].shape[0]) {
		snprintf(error, AT_ENGINE_ERROR, "wants two inputs, matrices of f32 that can be multiplied");
		return -1;
	}
	size_t bytes = inputs[0].shape[0] * inputs[1].shape[1] * sizeof(float);
	sgemm->input = inputs;
	sgemm->output = (struct at_engine_tensor){ "c", AT_ENGINE_F32, 2, { inputs[0].shape[0], inputs[1].shape[1] },
			aligned_alloc(64, (bytes / 64 + 1) * 64), bytes };
	return 0;
}

static int run(void *engine, char *error)
{
	struct sgemm *sgemm = engine;
	const struct at_engine_tensor *a = &sgemm->input[0], *b = &sgemm->input[1];

	(void)error;
	sgemm_library.multiply(a->shape[0], b->shape[1], a->shape[1], a->data, b->data, sgemm->output.data);
	return 0;
}

static int outputs(void *engine, const struct at_engine_tensor **list, size_t *count, char *error)
{
	struct sgemm *sgemm = engine;

	(void)error;
	*list = &sgemm->output;
	*count = 1;
	return 0;
}

static void describe(void *engine, at_engine_fact *fact, void *context)
{
	(void)engine;
	fact(context, "version", sgemm_library.version());
}

static void destroy(void *engine)
{
	struct sgemm *sgemm = engine;

	free(sgemm->output.data);
	free(sgemm);
}

const struct at_engine atesor_engine = { ATESOR_ENGINE_VERSION, create, bind, run, outputs, describe, destroy };
