/* Stands in for ONNX Runtime: one input x and one output y = 2 x, of f32. What it was told goes to the file that FAKE_ONNX_LOG names. A
 * model that does not begin with "onnx" is refused. */
#include <onnxruntime_c_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct OrtStatus { const char *text; };
struct OrtValue { float *data; size_t count, rank; int64_t shape[8]; };
struct OrtIoBinding { OrtValue in, out; };
struct OrtTensorTypeAndShapeInfo { const OrtValue *value; };

static int some;      /* what handles without content point to */
static OrtStatus refusal = { "this is no ONNX model" };
static OrtIoBinding the_binding;

static OrtStatus *told(const char *what, long value)
{
	FILE *stream = fopen(getenv("FAKE_ONNX_LOG"), "a");

	fprintf(stream, "%s %ld\n", what, value);
	fclose(stream);
	return NULL;
}

static const char *error_message(const OrtStatus *status) { return status->text; }
static void release_status(OrtStatus *status) { (void)status; }
static OrtStatus *create_env(OrtLoggingLevel level, const char *id, OrtEnv **out) { (void)level, (void)id; *out = (void *)&some; return NULL; }
static OrtStatus *create_options(OrtSessionOptions **out) { *out = (void *)&some; return NULL; }
static OrtStatus *set_level(OrtSessionOptions *o, GraphOptimizationLevel level) { (void)o; return told("optimization", level); }
static OrtStatus *set_mode(OrtSessionOptions *o, ExecutionMode mode) { (void)o; return told("execution", mode); }
static OrtStatus *set_intra(OrtSessionOptions *o, int count) { (void)o; return told("intra", count); }
static OrtStatus *set_inter(OrtSessionOptions *o, int count) { (void)o; return told("inter", count); }
static OrtStatus *create_session(const OrtEnv *e, const char *path, const OrtSessionOptions *o, OrtSession **out)
{
	char word[5] = "";
	FILE *stream = fopen(path, "r");
	int known = stream && fread(word, 1, 4, stream) == 4 && !strcmp(word, "onnx");

	(void)e, (void)o;
	if (stream)
		fclose(stream);
	*out = (void *)&some;
	return known ? NULL : &refusal;
}
static OrtStatus *create_memory(OrtAllocatorType a, OrtMemType m, OrtMemoryInfo **out) { (void)a, (void)m; *out = (void *)&some; return NULL; }
static OrtStatus *get_allocator(OrtAllocator **out) { *out = (void *)&some; return NULL; }
static OrtStatus *allocator_free(OrtAllocator *a, void *memory) { (void)a; free(memory); return NULL; }
static OrtStatus *create_binding(OrtSession *s, OrtIoBinding **out) { (void)s; *out = &the_binding; return NULL; }
static OrtStatus *create_tensor(const OrtMemoryInfo *m, void *data, size_t bytes, const int64_t *shape, size_t rank, ONNXTensorElementDataType type,
		OrtValue **out)
{
	(void)m;
	if (type != ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT)
		return &refusal;
	*out = calloc(1, sizeof **out);
	**out = (OrtValue){ data, bytes / sizeof(float), rank, { 0 } };
	memcpy((*out)->shape, shape, rank * sizeof *shape);
	return NULL;
}
static OrtStatus *bind_input(OrtIoBinding *b, const char *name, const OrtValue *value) { (void)name; b->in = *value; return NULL; }
static OrtStatus *bind_output(OrtIoBinding *b, const char *name, const OrtMemoryInfo *m) { (void)b, (void)name, (void)m; return NULL; }
static OrtStatus *output_count(const OrtSession *s, size_t *count) { (void)s; *count = 1; return NULL; }
static OrtStatus *output_name(const OrtSession *s, size_t i, OrtAllocator *a, char **name) { (void)s, (void)i, (void)a; *name = strdup("y"); return NULL; }
static OrtStatus *run(OrtSession *s, const OrtRunOptions *r, const OrtIoBinding *binding)
{
	OrtIoBinding *b = &the_binding;

	(void)s, (void)r, (void)binding;
	if (!b->out.data) {
		b->out = b->in;
		b->out.data = malloc(b->in.count * sizeof(float));
	}
	for (size_t i = 0; i < b->in.count; i++)
		b->out.data[i] = 2 * b->in.data[i];
	return NULL;
}
static OrtStatus *bound_outputs(const OrtIoBinding *b, OrtAllocator *a, OrtValue ***values, size_t *count)
{
	(void)a;
	*values = malloc(sizeof **values);
	**values = malloc(sizeof ***values);
	***values = b->out;
	*count = 1;
	return NULL;
}
static OrtStatus *type_and_shape(const OrtValue *value, OrtTensorTypeAndShapeInfo **info)
{
	*info = malloc(sizeof **info);
	(*info)->value = value;
	return NULL;
}
static OrtStatus *element_type(const OrtTensorTypeAndShapeInfo *info, ONNXTensorElementDataType *type)
{
	(void)info;
	*type = ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT;
	return NULL;
}
static OrtStatus *dimensions_count(const OrtTensorTypeAndShapeInfo *info, size_t *count) { *count = info->value->rank; return NULL; }
static OrtStatus *dimensions(const OrtTensorTypeAndShapeInfo *info, int64_t *shape, size_t count)
{
	memcpy(shape, info->value->shape, count * sizeof *shape);
	return NULL;
}
static OrtStatus *mutable_data(OrtValue *value, void **data) { *data = value->data; return NULL; }
static void release_info(OrtTensorTypeAndShapeInfo *info) { free(info); }
static void release_value(OrtValue *value) { free(value); }
static void release_binding(OrtIoBinding *b) { free(b->out.data); }
static void release_memory(OrtMemoryInfo *m) { (void)m; }
static void release_session(OrtSession *s) { (void)s; }
static void release_options(OrtSessionOptions *o) { (void)o; }
static void release_env(OrtEnv *e) { (void)e; }

static const OrtApi api = { error_message, release_status, create_env, create_options, set_level, set_mode, set_intra, set_inter, create_session,
	create_memory, get_allocator, allocator_free, create_binding, create_tensor, bind_input, bind_output, output_count, output_name, run,
	bound_outputs, type_and_shape, element_type, dimensions_count, dimensions, mutable_data, release_info, release_value, release_binding,
	release_memory, release_session, release_options, release_env };

static const OrtApi *get_api(uint32_t version) { return version == ORT_API_VERSION ? &api : NULL; }
static const char *version(void) { return "0.0 fake"; }
static const OrtApiBase base = { get_api, version };
const OrtApiBase *OrtGetApiBase(void) { return &base; }
