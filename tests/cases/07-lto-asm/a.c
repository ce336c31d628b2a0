/* Only assembly outside of functions names the static function: link-time optimization does not see that, and may move it. */
#include <stdio.h>

static int helper(int x) __attribute__((noinline));
static int helper(int x)
{
	return x + 1;
}
int entry(int);
__asm__(".text\n.globl entry\nentry:\n\tjmp helper\n");
int (*volatile keep)(int) = helper;

int main(void)
{
	printf("%d\n", entry(41));
	return 0;
}
