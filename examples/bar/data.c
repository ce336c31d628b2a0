/* Makes what the rows need from nothing but a file of content and numbers:
 *     data flate CONTENT     CONTENT.zlib, CONTENT.size (u64), CONTENT.made (f64: bytes of the content), CONTENT.stream (f64: of the stream)
 *     data sgemm M N K       a, b, and c in double precision, rounded once: what a right product must be near */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put(const char *name, const char *suffix, const void *bytes, size_t count)
{
	char path[4096];
	FILE *stream;

	snprintf(path, sizeof path, "%s%s", name, suffix);
	stream = fopen(path, "wb");
	if (!stream || fwrite(bytes, 1, count, stream) != count || fclose(stream)) {
		perror(path);
		exit(3);
	}
}

static void flate(const char *name)
{
	FILE *stream = fopen(name, "rb");

	if (!stream || fseek(stream, 0, SEEK_END)) {
		perror(name);
		exit(3);
	}
	uint64_t size = (uint64_t)ftell(stream);
	uLongf made = compressBound(size);
	unsigned char *content = malloc(size), *packed = malloc(made);
	rewind(stream);
	if (fread(content, 1, size, stream) != size || compress2(packed, &made, content, size, 6) != Z_OK)
		exit(3);
	fclose(stream);
	double lengths[2] = { (double)size, (double)made };
	put(name, ".zlib", packed, made);
	put(name, ".size", &size, sizeof size);
	put(name, ".made", &lengths[0], sizeof lengths[0]);
	put(name, ".stream", &lengths[1], sizeof lengths[1]);
	free(content);
	free(packed);
}

/* Numbers from −1 to 1 that are the same everywhere (a linear congruential generator; Knuth's constants for 64 bits). */
static float next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (float)((double)(*state >> 40) / (1 << 23) - 1);
}

static void sgemm(size_t m, size_t n, size_t k)
{
	float *a = malloc(m * k * sizeof *a), *b = malloc(k * n * sizeof *b), *c = malloc(m * n * sizeof *c);
	double *row = malloc(n * sizeof *row);
	uint64_t state = 1;

	for (size_t i = 0; i < m * k; i++)
		a[i] = next(&state);
	for (size_t i = 0; i < k * n; i++)
		b[i] = next(&state);
	for (size_t i = 0; i < m; i++) {
		memset(row, 0, n * sizeof *row);
		for (size_t l = 0; l < k; l++)
			for (size_t j = 0; j < n; j++)
				row[j] += (double)a[i * k + l] * (double)b[l * n + j];
		for (size_t j = 0; j < n; j++)
			c[i * n + j] = (float)row[j];
	}
	put("a", "", a, m * k * sizeof *a);
	put("b", "", b, k * n * sizeof *b);
	put("c", "", c, m * n * sizeof *c);
	free(row);
	free(a);
	free(b);
	free(c);
}

int main(int argc, char **argv)
{
	if (argc == 3 && !strcmp(argv[1], "flate"))
		flate(argv[2]);
	else if (argc == 5 && !strcmp(argv[1], "sgemm"))
		sgemm(strtoul(argv[2], NULL, 10), strtoul(argv[3], NULL, 10), strtoul(argv[4], NULL, 10));
	else
		return 2;
	return 0;
}
