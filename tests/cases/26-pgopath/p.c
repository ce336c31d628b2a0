/* Its profile is called by the path of the tree, which is another one in the final build. */
#include <stdio.h>

__attribute__((noinline)) int f(int x)
{
	return x % 7 == 0 ? x * 3 : x + 1;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 100000; i++)
		sum = f(sum) & 0xffff;
	printf("%d\n", sum);
	return 0;
}
