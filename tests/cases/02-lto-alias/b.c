extern float *as_float;

void put(float value)
{
	*as_float = value;
}
