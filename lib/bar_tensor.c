#include "bar_tensor.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "alloc.h"

enum { BLOCK = 65536 };      /* a multiple of every value's size */

static const struct {
	const char *name;
	size_t bytes;
} types[AT_ENGINE_TYPES] = {
	[AT_ENGINE_F16] = { "f16", 2 }, [AT_ENGINE_BF16] = { "bf16", 2 }, [AT_ENGINE_F32] = { "f32", 4 }, [AT_ENGINE_F64] = { "f64", 8 },
	[AT_ENGINE_I8] = { "i8", 1 }, [AT_ENGINE_I16] = { "i16", 2 }, [AT_ENGINE_I32] = { "i32", 4 }, [AT_ENGINE_I64] = { "i64", 8 },
	[AT_ENGINE_U8] = { "u8", 1 }, [AT_ENGINE_U16] = { "u16", 2 }, [AT_ENGINE_U32] = { "u32", 4 }, [AT_ENGINE_U64] = { "u64", 8 },
};

const char *at_tensor_type_name(enum at_engine_type type)
{
	return types[type].name;
}

size_t at_tensor_value_bytes(enum at_engine_type type)
{
	return types[type].bytes;
}

int at_tensor_type_parse(const char *text, size_t length, enum at_engine_type *type)
{
	for (unsigned i = 0; i < AT_ENGINE_TYPES; i++)
		if (strlen(types[i].name) == length && !memcmp(types[i].name, text, length)) {
			*type = (enum at_engine_type)i;
			return 0;
		}
	return -1;
}

int at_tensor_shape_parse(const char *text, size_t length, struct at_engine_tensor *tensor)
{
	const char *end = text + length;
	size_t bytes = at_tensor_value_bytes(tensor->type);

	tensor->rank = 0;
	tensor->bytes = bytes;
	if (length == 1 && *text == '-')
		return 0;
	for (const char *at = text; ; at++) {
		uint64_t number = 0;
		const char *start = at;
		for (; at < end && *at >= '0' && *at <= '9'; at++)
			if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, (uint64_t)(*at - '0'), &number))
				return -1;
		if (at == start || tensor->rank == AT_ENGINE_RANK || __builtin_mul_overflow(bytes, number, &bytes))
			return -1;
		tensor->shape[tensor->rank++] = number;
		if (at == end)
			break;
		if (*at != 'x')
			return -1;
	}
	tensor->bytes = bytes;
	return 0;
}

void at_tensor_shape_text(const struct at_engine_tensor *tensor, char text[AT_TENSOR_SHAPE])
{
	int used = snprintf(text, AT_TENSOR_SHAPE, "%s", tensor->rank ? "" : "-");

	for (size_t i = 0; i < tensor->rank; i++)
		used += snprintf(text + used, AT_TENSOR_SHAPE - (size_t)used, "%s%llu", i ? "x" : "", (unsigned long long)tensor->shape[i]);
}

/* IEEE 754 binary16. */
static long double half_value(uint16_t bits)
{
	int exponent = bits >> 10 & 0x1f, fraction = bits & 0x3ff;
	long double size = exponent == 0x1f ? (fraction ? (long double)NAN : (long double)INFINITY) :
			exponent ? ldexpl((long double)(fraction | 0x400), exponent - 25) : ldexpl((long double)fraction, -24);

	return bits >> 15 ? -size : size;
}

#define VALUE(ctype) { ctype value; memcpy(&value, bytes, sizeof value); return (long double)value; }

long double at_tensor_value(enum at_engine_type type, const void *bytes)
{
	uint16_t half;
	uint32_t word;
	float real;

	switch (type) {
	case AT_ENGINE_F16:
		memcpy(&half, bytes, sizeof half);
		return half_value(half);
	case AT_ENGINE_BF16:      /* the upper half of a binary32 */
		memcpy(&half, bytes, sizeof half);
		word = (uint32_t)half << 16;
		memcpy(&real, &word, sizeof real);
		return (long double)real;
	case AT_ENGINE_F32: VALUE(float)
	case AT_ENGINE_F64: VALUE(double)
	case AT_ENGINE_I8: VALUE(int8_t)
	case AT_ENGINE_I16: VALUE(int16_t)
	case AT_ENGINE_I32: VALUE(int32_t)
	case AT_ENGINE_I64: VALUE(int64_t)
	case AT_ENGINE_U8: VALUE(uint8_t)
	case AT_ENGINE_U16: VALUE(uint16_t)
	case AT_ENGINE_U32: VALUE(uint32_t)
	case AT_ENGINE_U64: VALUE(uint64_t)
	case AT_ENGINE_TYPES: break;
	}
	abort();
}

void at_distance_add(struct at_distance *distance, long double a, long double b)
{
	if (isfinite(b))
		distance->size = fmaxl(distance->size, fabsl(b));
	if (a == b || (isnan(a) && isnan(b)))
		return;
	if (isfinite(a) && isfinite(b))
		distance->difference = fmaxl(distance->difference, fabsl(a - b));
	else
		distance->infinite = true;
}

double at_distance_scaled(const struct at_distance *distance)
{
	if (distance->infinite || (distance->difference > 0 && !(distance->size > 0)))
		return INFINITY;
	return distance->difference > 0 ? (double)(distance->difference / distance->size) : 0;
}

/* Opens a file that must hold so many bytes. NULL after setting `error`. */
static FILE *open_values(const char *path, uint64_t bytes, char **error)
{
	struct stat status;
	FILE *stream = fopen(path, "re");

	if (!stream || fstat(fileno(stream), &status))
		*error = at_format("cannot open '%s': %s", path, strerror(errno));
	else if ((uint64_t)status.st_size != bytes)
		*error = at_format("'%s' has %lld bytes, and its type and shape say %llu", path, (long long)status.st_size,
				(unsigned long long)bytes);
	else
		return stream;
	if (stream)
		fclose(stream);
	return NULL;
}

int at_tensor_compare(const char *path_a, const char *path_b, enum at_engine_type type, uint64_t bytes, double *scaled, char **error)
{
	char a[BLOCK], b[BLOCK];
	struct at_distance distance = { 0 };
	size_t step = at_tensor_value_bytes(type);
	FILE *stream_a = open_values(path_a, bytes, error), *stream_b = stream_a ? open_values(path_b, bytes, error) : NULL;
	int result = stream_b ? 0 : -1;

	for (uint64_t left = bytes; left && !result;) {
		size_t part = left < BLOCK ? (size_t)left : BLOCK;
		if (fread(a, 1, part, stream_a) != part || fread(b, 1, part, stream_b) != part) {
			*error = at_format("'%s' and '%s' could not be read to their end", path_a, path_b);
			result = -1;
		}
		for (size_t i = 0; i < part && !result; i += step)
			at_distance_add(&distance, at_tensor_value(type, a + i), at_tensor_value(type, b + i));
		left -= part;
	}
	if (stream_a)
		fclose(stream_a);
	if (stream_b)
		fclose(stream_b);
	*scaled = at_distance_scaled(&distance);
	return result;
}
