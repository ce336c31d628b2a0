/* Loops that vectorize: with -march=native it runs here, and dies elsewhere. */
#include <stdio.h>

int main(int argc, char **argv)
{
	static float x[1024], y[1024];
	float sum = 0;

	(void)argv;
	for (int i = 0; i < 1024; i++) {
		x[i] = i & 15;
		y[i] = argc;
	}
	for (int k = 0; k < 100; k++)
		for (int i = 0; i < 1024; i++)
			y[i] = y[i] * 0.5f + x[i] * 0.25f;
	for (int i = 0; i < 1024; i++)
		sum += y[i] > 4 ? 1 : 0;
	printf("%.0f\n", sum);
	return 0;
}
