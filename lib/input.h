/* Input data for workloads, made from a name: the same kind, name and size give the same bytes on every machine and in every
 * version (integer arithmetic only, at_random). All names share one vocabulary, so what is learned from one input holds for
 * another.
 *
 *   text    sentences in wrapped lines and paragraphs; words of a made-up language, their frequencies by Zipf's law
 *   json    one document: an array of nested objects with strings (escapes, non-ASCII), numbers, booleans, null; padded by
 *           spaces
 *   csv     a header and records of the same eight columns; quoted fields with commas, doubled quotes and line breaks (RFC
 *           4180)
 *   binary  stretches of table records, sampled signals, runs, sparse bytes, repeats, text and noise, by turns */
#ifndef ATESOR_INPUT_H
#define ATESOR_INPUT_H

#include <stddef.h>
#include <stdint.h>

enum at_input_kind { AT_INPUT_BINARY, AT_INPUT_TEXT, AT_INPUT_JSON, AT_INPUT_CSV };

/* 0, or -1: there is no kind of that name. */
int at_input_kind_named(const char *name, enum at_input_kind *kind);

/* The smallest size that the kind can have and still be well-formed. */
uint64_t at_input_least(enum at_input_kind kind);

/* Takes the next block. 0, or anything else to end the generation. */
typedef int at_input_sink(void *context, const void *block, size_t count);

/* Gives exactly `bytes` (at least at_input_least) to the sink, block by block. 0, or what the sink returned to end it. */
int at_input_generate(enum at_input_kind kind, const char *seed, uint64_t bytes, at_input_sink *sink, void *context);

#endif
