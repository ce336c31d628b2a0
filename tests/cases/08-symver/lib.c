/* Two versions of f, made in assembly: link-time optimization refuses or loses them. */
__asm__(".symver old_f,f@V1");
__asm__(".symver new_f,f@@V2");

int old_f(void)
{
	return 1;
}

int new_f(void)
{
	return 2;
}
