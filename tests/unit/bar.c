/* The measuring loop and the check of outputs. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bar_measure.h"
#include "bar_tensor.h"

static int failures;

static void check(bool good, const char *what)
{
	if (!good) {
		printf("failed: %s\n", what);
		failures++;
	}
}

static int count_calls(void *context)
{
	uint64_t *calls = context;

	++*calls;
	return 0;
}

static int fail_at_five(void *context)
{
	uint64_t *calls = context;

	return ++*calls == 5 ? 42 : 0;
}

static int sleep_a_little(void *context)
{
	(void)context;
	return usleep(2000);
}

static void test_measure(void)
{
	struct at_measure_settings settings = AT_MEASURE_DEFAULTS;
	struct at_measure measure;
	const double values[] = { 30, 10, 20 };
	uint64_t calls = 0;

	check(!at_measure(count_calls, &calls, &settings, &measure) && measure.calls == 1000 && calls == 1 + 3 + 3 * 1000,
			"a short function: at most 1000 calls a repetition, after one cold call and three warm-ups");
	settings.seconds = 0.05;
	check(!at_measure(sleep_a_little, NULL, &settings, &measure) && measure.calls >= 1 && measure.calls <= 25 && measure.min_ns >= 2e6 &&
			measure.min_ns <= measure.median_ns && measure.median_ns <= measure.max_ns, "calls of 2 ms: at most 25 in 50 ms, each at least 2 ms");
	calls = 0;
	check(at_measure(fail_at_five, &calls, &settings, &measure) == 42 && calls == 5, "a call that fails ends it at once");
	at_measure_summary(values, 3, &measure);
	check(measure.median_ns == 20 && measure.min_ns == 10 && measure.max_ns == 30 && measure.spread_pct == 100, "median, range and spread");
	settings = (struct at_measure_settings)AT_MEASURE_DEFAULTS;
	check(at_measure_count(&settings, 0) == 1000 && at_measure_count(&settings, 10000000) == 100 && at_measure_count(&settings, 3000000000) == 1,
			"how many calls fit in a second");
}

static bool shape(const char *text, size_t rank, size_t bytes)
{
	struct at_engine_tensor tensor = { .type = AT_ENGINE_F32 };
	char again[AT_TENSOR_SHAPE];

	if (at_tensor_shape_parse(text, strlen(text), &tensor))
		return rank == SIZE_MAX;
	at_tensor_shape_text(&tensor, again);
	return tensor.rank == rank && tensor.bytes == bytes && !strcmp(again, text);
}

static void test_shapes(void)
{
	check(shape("-", 0, 4) && shape("3", 1, 12) && shape("8x3x224x224", 4, 8 * 3 * 224 * 224 * 4) && shape("1x1x1x1x1x1x1x1", 8, 4), "shapes");
	check(shape("", SIZE_MAX, 0) && shape("x", SIZE_MAX, 0) && shape("3x", SIZE_MAX, 0) && shape("x3", SIZE_MAX, 0) && shape("3xx4", SIZE_MAX, 0) &&
			shape("-1", SIZE_MAX, 0) && shape("3 ", SIZE_MAX, 0) && shape("1x1x1x1x1x1x1x1x1", SIZE_MAX, 0) &&
			shape("18446744073709551616", SIZE_MAX, 0) && shape("4294967296x4294967296", SIZE_MAX, 0) &&
			shape("18446744073709551615", SIZE_MAX, 0), "what is no shape, or too large");
}

static void test_values(void)
{
	const uint16_t one = 0x3c00, third = 0x3555, smallest = 1, least = 0xfbff, infinite = 0x7c00, bf = 0x4049;
	const uint64_t large = UINT64_MAX, near = UINT64_MAX - 1;

	check(at_tensor_value(AT_ENGINE_F16, &one) == 1 && at_tensor_value(AT_ENGINE_F16, &third) == 0.333251953125L &&
			at_tensor_value(AT_ENGINE_F16, &smallest) == ldexpl(1, -24) && at_tensor_value(AT_ENGINE_F16, &least) == -65504 &&
			isinf(at_tensor_value(AT_ENGINE_F16, &infinite)), "binary16");
	check(at_tensor_value(AT_ENGINE_BF16, &bf) == 3.140625L, "bfloat16");
	check(at_tensor_value(AT_ENGINE_U64, &large) - at_tensor_value(AT_ENGINE_U64, &near) == 1, "64-bit integers are exact");
}

/* The scaled distance of up to three values from three others. */
static double distance(const long double a[3], const long double b[3])
{
	struct at_distance sum = { 0 };

	for (int i = 0; i < 3; i++)
		at_distance_add(&sum, a[i], b[i]);
	return at_distance_scaled(&sum);
}

static void test_distance(void)
{
	const long double b[] = { 1, -4, 0 }, equal[] = { 1, -4, 0 }, off[] = { 1, -4.5L, 0.25L }, nan_here[] = { NAN, -4, 0 }, zero[] = { 0, 0, 0 },
			infinite[] = { 1, -4, INFINITY }, other_infinite[] = { 1, -4, -INFINITY };

	check(distance(equal, b) == 0 && distance(off, b) == 0.125, "max |a − b| / max |b|");
	check(isinf(distance(nan_here, b)) && isinf(distance(b, nan_here)) && distance(nan_here, nan_here) == 0, "NaN on one side is infinitely far");
	check(isinf(distance(infinite, b)) && isinf(distance(b, infinite)) && distance(infinite, infinite) == 0 &&
			isinf(distance(infinite, other_infinite)), "so is an infinity");
	check(distance(zero, zero) == 0 && isinf(distance(b, zero)) && distance(zero, b) == 1, "zeros");
}

static void put(const char *path, const void *bytes, size_t count)
{
	FILE *stream = fopen(path, "w");

	if (!stream || fwrite(bytes, 1, count, stream) != count || fclose(stream))
		exit(3);
}

static void test_files(void)
{
	char directory[] = "/tmp/atesor-unit-bar.XXXXXX", a[64], b[64], *error = NULL;
	static float values[40000];
	double scaled;

	if (!mkdtemp(directory))
		exit(3);
	snprintf(a, sizeof a, "%s/a", directory);
	snprintf(b, sizeof b, "%s/b", directory);
	for (size_t i = 0; i < 40000; i++)
		values[i] = (float)i;
	put(b, values, sizeof values);
	values[39999] += 4;      /* in the last block of three */
	put(a, values, sizeof values);
	check(!at_tensor_compare(a, b, AT_ENGINE_F32, sizeof values, &scaled, &error) && fabs(scaled - 4.0 / 39999) < 1e-12, "files of several blocks");
	check(at_tensor_compare(a, b, AT_ENGINE_F32, sizeof values - 4, &scaled, &error) && error && strstr(error, "160000 bytes"), "a file of another length");
	free(error);
	error = NULL;
	unlink(b);
	check(at_tensor_compare(a, b, AT_ENGINE_F32, sizeof values, &scaled, &error) && error && strstr(error, "No such file"), "no file");
	free(error);
	unlink(a);
	rmdir(directory);
}

int main(void)
{
	test_measure();
	test_shapes();
	test_values();
	test_distance();
	test_files();
	return failures ? 1 : 0;
}
