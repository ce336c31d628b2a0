/* Children do the work and leave with _exit: an instrumented build writes no profile. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) unsigned work(unsigned n)
{
	unsigned sum = 1;

	while (n--)
		sum = sum * 1664525u + (sum & 1 ? 3 : 7);
	return sum;
}

int main(void)
{
	for (int i = 0; i < 2; i++) {
		if (!fork()) {
			printf("%u\n", work(1000u + (unsigned)i));
			fflush(stdout);
			_exit(0);
		}
		wait(0);
	}
	fflush(stdout);
	_exit(0);
}
