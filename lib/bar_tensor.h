/* The values that go into an engine and come out of it: their types, their shapes as text, and how far two files of them are apart. */
#ifndef ATESOR_BAR_TENSOR_H
#define ATESOR_BAR_TENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "atesor_engine.h"

const char *at_tensor_type_name(enum at_engine_type type);
size_t at_tensor_value_bytes(enum at_engine_type type);
int at_tensor_type_parse(const char *text, size_t length, enum at_engine_type *type);     /* 0 or −1 */

/* "8x3x224" or "-" for a scalar into rank, shape and bytes (type must be set). 0; −1: no shape, too many dimensions, or more bytes
 * than an address can count. */
int at_tensor_shape_parse(const char *text, size_t length, struct at_engine_tensor *tensor);

/* AT_TENSOR_SHAPE bytes are always enough. */
enum { AT_TENSOR_SHAPE = AT_ENGINE_RANK * 21 };
void at_tensor_shape_text(const struct at_engine_tensor *tensor, char text[AT_TENSOR_SHAPE]);

/* One value, exact: a 64-bit integer fits the mantissa. */
long double at_tensor_value(enum at_engine_type type, const void *bytes);

/* The distance of the values a from b: max |a − b| / max |b|, over all of them. Equal infinities, and NaN in the same place, are no
 * distance; NaN or an infinity on one side only is an infinite one, and so is any distance from zeros. */
struct at_distance {
	long double difference, size;      /* max |a − b|, max |b| over finite values */
	bool infinite;
};
void at_distance_add(struct at_distance *distance, long double a, long double b);
double at_distance_scaled(const struct at_distance *distance);      /* INFINITY if it is infinite */

/* Reads two files of `bytes` bytes of that type, without holding them in memory. 0, or −1 with `error` set to an allocated text. */
int at_tensor_compare(const char *path_a, const char *path_b, enum at_engine_type type, uint64_t bytes, double *scaled, char **error);

#endif
