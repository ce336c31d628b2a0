/* The interface of an engine for atesor-bar(1): a shared object that exports `atesor_engine`, or a program that speaks the
 * protocol below on its standard input and output. It needs no other header and no library.
 *
 * An engine is created from a model and a number of threads, gets its inputs bound once, is run many times, and then shows its
 * outputs. Only `run` is timed: inputs are bound already, outputs stay in the engine's own buffers.
 *
 * A shared object is loaded by atesor-engine(1), one process for one engine and row; all functions are called from one thread.
 * Functions that return int return 0, or anything else after they have left a line for people in error[] (AT_ENGINE_ERROR
 * bytes, NUL-terminated).
 *
 * The protocol. Requests come as lines, and each is answered by one line: "ok" with what is asked for, or "error TEXT", which
 * ends the row. Fields are separated by one space; the last field of a line may hold spaces itself.
 *
 *     hello                            ok 1        the version of this protocol, once the program is ready
 *     create THREADS MODEL             ok          THREADS is 1 or more; the time to the answer is the load time
 *     input TYPE SHAPE NAME            ok          the next request is its content; SHAPE is 8x3x224x224, "-" for a scalar
 *     content FILE                     ok          raw values, little-endian as this machine; read it now, it may go away
 *     run N                            ok NS       N calls back to back took NS nanoseconds, by a monotonic clock;
 *                                      ok NS BYTES … and allocated so many bytes on the timing thread
 *     outputs DIRECTORY                output TYPE SHAPE NAME      a line for each; its raw values are in DIRECTORY/0,
 *                                      ok                          DIRECTORY/1, …, in the order of the lines
 *     describe                         info KEY VALUE              a line for each fact
 *                                      ok
 *     quit                             (none: it exits)
 *
 * At the end of its input a program exits, too. What it has to say to people goes to standard error. */
#ifndef ATESOR_ENGINE_H
#define ATESOR_ENGINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { ATESOR_ENGINE_VERSION = 1, AT_ENGINE_ERROR = 256, AT_ENGINE_RANK = 8 };

/* Values of a tensor; their names in the protocol are "f32", "u8", … */
enum at_engine_type {
	AT_ENGINE_F16, AT_ENGINE_BF16, AT_ENGINE_F32, AT_ENGINE_F64,
	AT_ENGINE_I8, AT_ENGINE_I16, AT_ENGINE_I32, AT_ENGINE_I64,
	AT_ENGINE_U8, AT_ENGINE_U16, AT_ENGINE_U32, AT_ENGINE_U64,
	AT_ENGINE_TYPES
};

/* Row-major, without gaps. `bytes` is the product of the shape and the size of a value. */
struct at_engine_tensor {
	const char *name;
	enum at_engine_type type;
	size_t rank;                      /* at most AT_ENGINE_RANK */
	uint64_t shape[AT_ENGINE_RANK];
	void *data;                       /* aligned for 64-byte vectors */
	size_t bytes;
};

/* Called with KEY and VALUE for each fact about the engine; VALUE is one line. "version" is the one that everybody should give. */
typedef void at_engine_fact(void *context, const char *key, const char *value);

struct at_engine {
	uint32_t version;                 /* ATESOR_ENGINE_VERSION */
	/* *engine is what the other functions get. */
	int (*create)(const char *model, unsigned threads, void **engine, char *error);
	/* Once, after create. The tensors and their data stay valid until destroy; they are not the engine's to change. */
	int (*bind)(void *engine, const struct at_engine_tensor *inputs, size_t count, char *error);
	int (*run)(void *engine, char *error);
	/* The outputs of the last run, in an array and in data of the engine, valid until the next call of run or destroy. */
	int (*outputs)(void *engine, const struct at_engine_tensor **outputs, size_t *count, char *error);
	void (*describe)(void *engine, at_engine_fact *fact, void *context);      /* may be NULL */
	void (*destroy)(void *engine);
};

/* What the shared object exports. */
extern const struct at_engine atesor_engine;

#ifdef __cplusplus
}
#endif

#endif
