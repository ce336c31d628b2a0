#include <stdio.h>

int sum_avx2(const int *, int);

int sum_c(const int *a, int n)
{
	int sum = 0;

	while (n--)
		sum += *a++;
	return sum;
}

int main(void)
{
	int a[64];

	for (int i = 0; i < 64; i++)
		a[i] = i;
	__builtin_cpu_init();
	printf("%d\n", __builtin_cpu_supports("avx2") ? sum_avx2(a, 64) : sum_c(a, 64));
	return 0;
}
