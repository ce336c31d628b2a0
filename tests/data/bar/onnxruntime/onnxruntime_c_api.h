/* The part of ONNX Runtime's C interface that examples/bar/onnxruntime-engine.c uses, for the library in fake.c beside this file. */
#ifndef FAKE_ONNXRUNTIME_H
#define FAKE_ONNXRUNTIME_H

#include <stddef.h>
#include <stdint.h>

enum { ORT_API_VERSION = 12 };

typedef struct OrtStatus OrtStatus;
typedef struct OrtEnv OrtEnv;
typedef struct OrtSessionOptions OrtSessionOptions;
typedef struct OrtSession OrtSession;
typedef struct OrtMemoryInfo OrtMemoryInfo;
typedef struct OrtAllocator OrtAllocator;
typedef struct OrtIoBinding OrtIoBinding;
typedef struct OrtRunOptions OrtRunOptions;
typedef struct OrtValue OrtValue;
typedef struct OrtTensorTypeAndShapeInfo OrtTensorTypeAndShapeInfo;

typedef enum { ORT_LOGGING_LEVEL_WARNING = 2 } OrtLoggingLevel;
typedef enum { ORT_DISABLE_ALL = 0, ORT_ENABLE_BASIC = 1, ORT_ENABLE_EXTENDED = 2, ORT_ENABLE_ALL = 99 } GraphOptimizationLevel;
typedef enum { ORT_SEQUENTIAL = 0, ORT_PARALLEL = 1 } ExecutionMode;
typedef enum { OrtDeviceAllocator = 0, OrtArenaAllocator = 1 } OrtAllocatorType;
typedef enum { OrtMemTypeDefault = 0 } OrtMemType;
typedef enum {
	ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8,
	ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16,
	ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32, ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING,
	ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16, ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE,
	ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32, ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64, ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64,
	ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128, ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16
} ONNXTensorElementDataType;

typedef struct OrtApi {
	const char *(*GetErrorMessage)(const OrtStatus *);
	void (*ReleaseStatus)(OrtStatus *);
	OrtStatus *(*CreateEnv)(OrtLoggingLevel, const char *, OrtEnv **);
	OrtStatus *(*CreateSessionOptions)(OrtSessionOptions **);
	OrtStatus *(*SetSessionGraphOptimizationLevel)(OrtSessionOptions *, GraphOptimizationLevel);
	OrtStatus *(*SetSessionExecutionMode)(OrtSessionOptions *, ExecutionMode);
	OrtStatus *(*SetIntraOpNumThreads)(OrtSessionOptions *, int);
	OrtStatus *(*SetInterOpNumThreads)(OrtSessionOptions *, int);
	OrtStatus *(*CreateSession)(const OrtEnv *, const char *, const OrtSessionOptions *, OrtSession **);
	OrtStatus *(*CreateCpuMemoryInfo)(OrtAllocatorType, OrtMemType, OrtMemoryInfo **);
	OrtStatus *(*GetAllocatorWithDefaultOptions)(OrtAllocator **);
	OrtStatus *(*AllocatorFree)(OrtAllocator *, void *);
	OrtStatus *(*CreateIoBinding)(OrtSession *, OrtIoBinding **);
	OrtStatus *(*CreateTensorWithDataAsOrtValue)(const OrtMemoryInfo *, void *, size_t, const int64_t *, size_t, ONNXTensorElementDataType, OrtValue **);
	OrtStatus *(*BindInput)(OrtIoBinding *, const char *, const OrtValue *);
	OrtStatus *(*BindOutputToDevice)(OrtIoBinding *, const char *, const OrtMemoryInfo *);
	OrtStatus *(*SessionGetOutputCount)(const OrtSession *, size_t *);
	OrtStatus *(*SessionGetOutputName)(const OrtSession *, size_t, OrtAllocator *, char **);
	OrtStatus *(*RunWithBinding)(OrtSession *, const OrtRunOptions *, const OrtIoBinding *);
	OrtStatus *(*GetBoundOutputValues)(const OrtIoBinding *, OrtAllocator *, OrtValue ***, size_t *);
	OrtStatus *(*GetTensorTypeAndShape)(const OrtValue *, OrtTensorTypeAndShapeInfo **);
	OrtStatus *(*GetTensorElementType)(const OrtTensorTypeAndShapeInfo *, ONNXTensorElementDataType *);
	OrtStatus *(*GetDimensionsCount)(const OrtTensorTypeAndShapeInfo *, size_t *);
	OrtStatus *(*GetDimensions)(const OrtTensorTypeAndShapeInfo *, int64_t *, size_t);
	OrtStatus *(*GetTensorMutableData)(OrtValue *, void **);
	void (*ReleaseTensorTypeAndShapeInfo)(OrtTensorTypeAndShapeInfo *);
	void (*ReleaseValue)(OrtValue *);
	void (*ReleaseIoBinding)(OrtIoBinding *);
	void (*ReleaseMemoryInfo)(OrtMemoryInfo *);
	void (*ReleaseSession)(OrtSession *);
	void (*ReleaseSessionOptions)(OrtSessionOptions *);
	void (*ReleaseEnv)(OrtEnv *);
} OrtApi;

typedef struct OrtApiBase {
	const OrtApi *(*GetApi)(uint32_t);
	const char *(*GetVersionString)(void);
} OrtApiBase;

const OrtApiBase *OrtGetApiBase(void);

#endif
