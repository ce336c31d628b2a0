int other(int x)
{
	return x * 3;
}
