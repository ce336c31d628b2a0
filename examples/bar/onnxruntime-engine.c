/* ONNX Runtime as an engine, with the settings that another library is fairly held against: all optimizations, sequential
 * execution, N threads inside an operator, one between operators. Outputs stay in ONNX Runtime's own buffers. */
#include <onnxruntime_c_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "atesor_engine.h"

struct runtime {
	const OrtApi *api;
	OrtEnv *environment;
	OrtSessionOptions *options;
	OrtSession *session;
	OrtMemoryInfo *memory;
	OrtAllocator *allocator;
	OrtIoBinding *binding;
	size_t outputs;
	struct at_engine_tensor *output;
	char **name;
};

static const ONNXTensorElementDataType types[AT_ENGINE_TYPES] = {
	[AT_ENGINE_F16] = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16, [AT_ENGINE_BF16] = ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16,
	[AT_ENGINE_F32] = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, [AT_ENGINE_F64] = ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE,
	[AT_ENGINE_I8] = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8, [AT_ENGINE_I16] = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16,
	[AT_ENGINE_I32] = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32, [AT_ENGINE_I64] = ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64,
	[AT_ENGINE_U8] = ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8, [AT_ENGINE_U16] = ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16,
	[AT_ENGINE_U32] = ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32, [AT_ENGINE_U64] = ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64,
};
static const size_t sizes[AT_ENGINE_TYPES] = { 2, 2, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8 };

/* 0; or −1 with the library's words. */
static int check(struct runtime *runtime, OrtStatus *status, char *error)
{
	if (!status)
		return 0;
	snprintf(error, AT_ENGINE_ERROR, "%s", runtime->api->GetErrorMessage(status));
	runtime->api->ReleaseStatus(status);
	return -1;
}

static int open_session(struct runtime *r, const char *model, unsigned threads, char *error)
{
	const OrtApi *api = r->api;

	return check(r, api->CreateEnv(ORT_LOGGING_LEVEL_WARNING, "atesor", &r->environment), error) ||
			check(r, api->CreateSessionOptions(&r->options), error) ||
			check(r, api->SetSessionGraphOptimizationLevel(r->options, ORT_ENABLE_ALL), error) ||
			check(r, api->SetSessionExecutionMode(r->options, ORT_SEQUENTIAL), error) ||
			check(r, api->SetIntraOpNumThreads(r->options, (int)threads), error) ||
			check(r, api->SetInterOpNumThreads(r->options, 1), error) ||
			check(r, api->CreateSession(r->environment, model, r->options, &r->session), error) ||
			check(r, api->CreateCpuMemoryInfo(OrtArenaAllocator, OrtMemTypeDefault, &r->memory), error) ||
			check(r, api->GetAllocatorWithDefaultOptions(&r->allocator), error) ||
			check(r, api->CreateIoBinding(r->session, &r->binding), error);
}

static void destroy(void *engine)
{
	struct runtime *r = engine;
	const OrtApi *api = r->api;

	if (r->binding)
		api->ReleaseIoBinding(r->binding);
	if (r->memory)
		api->ReleaseMemoryInfo(r->memory);
	if (r->session)
		api->ReleaseSession(r->session);
	if (r->options)
		api->ReleaseSessionOptions(r->options);
	if (r->environment)
		api->ReleaseEnv(r->environment);
	for (size_t i = 0; i < r->outputs; i++)
		free(r->name[i]);
	free(r->name);
	free(r->output);
	free(r);
}

static int create(const char *model, unsigned threads, void **engine, char *error)
{
	struct runtime *r = calloc(1, sizeof *r);

	r->api = OrtGetApiBase()->GetApi(ORT_API_VERSION);
	if (!r->api) {
		snprintf(error, AT_ENGINE_ERROR, "ONNX Runtime %s is older than the header that this engine was built with", OrtGetApiBase()->GetVersionString());
		free(r);
		return -1;
	}
	if (open_session(r, model, threads, error)) {
		destroy(r);
		return -1;
	}
	*engine = r;
	return 0;
}

static int bind_input(struct runtime *r, const struct at_engine_tensor *input, char *error)
{
	int64_t shape[AT_ENGINE_RANK];
	OrtValue *value = NULL;

	for (size_t i = 0; i < input->rank; i++)
		shape[i] = (int64_t)input->shape[i];
	if (check(r, r->api->CreateTensorWithDataAsOrtValue(r->memory, input->data, input->bytes, shape, input->rank, types[input->type], &value), error))
		return -1;
	int failed = check(r, r->api->BindInput(r->binding, input->name, value), error);
	r->api->ReleaseValue(value);
	return failed;
}

static int bind_outputs(struct runtime *r, char *error)
{
	if (check(r, r->api->SessionGetOutputCount(r->session, &r->outputs), error))
		return -1;
	r->name = calloc(r->outputs + 1, sizeof *r->name);
	r->output = calloc(r->outputs + 1, sizeof *r->output);
	for (size_t i = 0; i < r->outputs; i++) {
		char *name;
		if (check(r, r->api->SessionGetOutputName(r->session, i, r->allocator, &name), error))
			return -1;
		r->name[i] = strdup(name);
		if (check(r, r->api->AllocatorFree(r->allocator, name), error) || check(r, r->api->BindOutputToDevice(r->binding, r->name[i], r->memory), error))
			return -1;
	}
	return 0;
}

static int bind(void *engine, const struct at_engine_tensor *inputs, size_t count, char *error)
{
	for (size_t i = 0; i < count; i++)
		if (bind_input(engine, &inputs[i], error))
			return -1;
	return bind_outputs(engine, error);
}

static int run(void *engine, char *error)
{
	struct runtime *r = engine;

	return check(r, r->api->RunWithBinding(r->session, NULL, r->binding), error);
}

/* The tensor's type and shape; its data stays where it is. */
static int read_output(struct runtime *r, size_t i, OrtValue *value, char *error)
{
	struct at_engine_tensor *output = &r->output[i];
	int64_t shape[AT_ENGINE_RANK];
	ONNXTensorElementDataType type;
	OrtTensorTypeAndShapeInfo *info;

	if (check(r, r->api->GetTensorTypeAndShape(value, &info), error))
		return -1;
	int failed = check(r, r->api->GetTensorElementType(info, &type), error) || check(r, r->api->GetDimensionsCount(info, &output->rank), error);
	if (!failed && output->rank > AT_ENGINE_RANK) {
		snprintf(error, AT_ENGINE_ERROR, "output '%s' has %zu dimensions", r->name[i], output->rank);
		failed = -1;
	}
	failed = failed || check(r, r->api->GetDimensions(info, shape, output->rank), error);
	r->api->ReleaseTensorTypeAndShapeInfo(info);
	unsigned known = 0;
	while (!failed && known < AT_ENGINE_TYPES && types[known] != type)
		known++;
	if (failed || known == AT_ENGINE_TYPES) {
		if (!failed)
			snprintf(error, AT_ENGINE_ERROR, "output '%s' is of a type that is not known here", r->name[i]);
		return -1;
	}
	output->name = r->name[i];
	output->type = (enum at_engine_type)known;
	output->bytes = sizes[known];
	for (size_t d = 0; d < output->rank; d++) {
		output->shape[d] = (uint64_t)shape[d];
		output->bytes *= output->shape[d];
	}
	return check(r, r->api->GetTensorMutableData(value, &output->data), error);
}

static int outputs(void *engine, const struct at_engine_tensor **list, size_t *count, char *error)
{
	struct runtime *r = engine;
	OrtValue **values = NULL;
	size_t got = 0;

	if (check(r, r->api->GetBoundOutputValues(r->binding, r->allocator, &values, &got), error))
		return -1;
	int failed = 0;
	for (size_t i = 0; i < got && i < r->outputs && !failed; i++)
		failed = read_output(r, i, values[i], error);
	/* The binding keeps the values, too: their data stays until the next run. */
	for (size_t i = 0; i < got; i++)
		r->api->ReleaseValue(values[i]);
	if (values && check(r, r->api->AllocatorFree(r->allocator, values), error))
		return -1;
	*list = r->output;
	*count = got < r->outputs ? got : r->outputs;
	return failed;
}

static void describe(void *engine, at_engine_fact *fact, void *context)
{
	char text[64];

	(void)engine;
	snprintf(text, sizeof text, "ONNX Runtime %s", OrtGetApiBase()->GetVersionString());
	fact(context, "version", text);
}

const struct at_engine atesor_engine = { ATESOR_ENGINE_VERSION, create, bind, run, outputs, describe, destroy };
