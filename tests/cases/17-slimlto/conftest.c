/* Configure looks for the text in the object file, as the check of the byte order does. A slim LTO object does not hold it. */
unsigned short marker[] = { 0x4154, 0x4553, 0x4F52, 0 };
const char *const text = "ATESOR-MARKER-XYZZY";

int main(void)
{
	return marker[0] + text[1] == 0;
}
