/* Needs its own -march; disp.c calls it only where the processor has AVX2. */
#include <immintrin.h>

int sum_avx2(const int *a, int n)
{
	__m256i sum = _mm256_setzero_si256();
	int lane[8], result = 0;

	for (int i = 0; i < n; i += 8)
		sum = _mm256_add_epi32(sum, _mm256_loadu_si256((const __m256i *)(a + i)));
	_mm256_storeu_si256((__m256i *)lane, sum);
	for (int i = 0; i < 8; i++)
		result += lane[i];
	return result;
}
