/* The values that the compute kernels begin with. All are normal numbers and small multiples of 1/16 (the products of 1/64), so
 * that sums of some hundred of them are exact in every type and whatever way an instruction rounds. */
#include "processor_kernels_inside.h"

#include <string.h>

static uint16_t half_of(float value)        /* exact for the values here */
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return (uint16_t)((bits >> 16 & 0x8000) | ((bits >> 23 & 0xff) - 112) << 10 | (bits >> 13 & 0x3ff));
}

static uint16_t bfloat_of(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return (uint16_t)(bits >> 16);
}

static size_t element_bytes(enum processor_type type)
{
	return type == PROCESSOR_FP64 ? 8 : type == PROCESSOR_FP32 ? 4 : type == PROCESSOR_INT8 ? 1 : 2;
}

static void put(unsigned char *at, enum processor_type type, double value)
{
	float narrow = (float)value;
	uint16_t bits;

	switch (type) {
	case PROCESSOR_FP64:
		memcpy(at, &value, sizeof value);
		break;
	case PROCESSOR_FP32:
		memcpy(at, &narrow, sizeof narrow);
		break;
	case PROCESSOR_INT8:
		*at = (unsigned char)(int)value;
		break;
	case PROCESSOR_FP16:
	case PROCESSOR_BF16:
	case PROCESSOR_TYPES:
		bits = type == PROCESSOR_FP16 ? half_of(narrow) : bfloat_of(narrow);
		memcpy(at, &bits, sizeof bits);
		break;
	}
}

/* Element n is value[n % count]. */
static void fill(unsigned char *at, size_t bytes, enum processor_type type, const double *value, size_t count)
{
	size_t step = element_bytes(type);

	for (size_t n = 0; n < bytes / step; n++)
		put(at + n * step, type, value[n % count]);
}

void processor_start(struct processor_state *state, enum processor_type type, enum processor_recurrence recurrence,
		unsigned accumulators, size_t bytes)
{
	/* Dot products add into FP32 or 32-bit whole numbers; groups of two or four elements repeat. Bytes of the first factor are
	 * below 128: some instructions take them as unsigned. */
	static const double factor[PROCESSOR_FACTORS] = { 0.75, -0.5, 0.625 }, other = 0.5, added = -1.9;
	static const double pair[PROCESSOR_FACTORS][2] = { { 0.75, -0.5 }, { -0.5, 0.625 }, { 0.625, 0.75 } };
	static const double other_pair[2] = { 0.5, 0.25 };
	static const double four[PROCESSOR_FACTORS][4] = { { 1, 7, 100, 50 }, { 2, 9, 90, 33 }, { 127, 5, 3, 71 } };
	static const double other_four[4] = { -3, 5, 11, -100 };
	bool whole = type == PROCESSOR_INT8, pairs = type == PROCESSOR_BF16;
	enum processor_type sum = pairs ? PROCESSOR_FP32 : type;

	for (unsigned n = 0; n < accumulators; n++)
		for (size_t at = 0, i = n; at < bytes; at += whole ? 4 : element_bytes(sum), i++) {
			uint32_t number = (uint32_t)i;
			if (whole)
				memcpy(&state->accumulator[n * bytes + at], &number, sizeof number);
			else
				put(&state->accumulator[n * bytes + at], sum, (double)(16 + i % 13) / 16);
		}
	for (unsigned n = 0; n < PROCESSOR_FACTORS; n++)
		fill(state->factor + n * bytes, bytes, type, whole ? four[n] : pairs ? pair[n] : &factor[n], whole ? 4 : pairs ? 2 : 1);
	fill(state->other, bytes, type, whole ? other_four : pairs ? other_pair : recurrence == PROCESSOR_SQUARE ? &added : &other,
			whole ? 4 : pairs ? 2 : 1);
}

uint64_t processor_sum(const struct processor_state *state, unsigned accumulators, size_t bytes)
{
	uint64_t sum = 0;

	for (size_t at = 0; at < accumulators * bytes; at += 4) {
		uint32_t word;
		memcpy(&word, &state->accumulator[at], sizeof word);
		sum += word;
	}
	return sum;
}
