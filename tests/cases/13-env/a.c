/* Prints what depends on TZ and COLUMNS, so on who calls it. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
	char text[64];
	time_t when = 1700000000;
	const char *columns = getenv("COLUMNS");

	strftime(text, sizeof text, "%F %H:%M", localtime(&when));
	printf("%s width=%s\n", text, columns ? columns : "80");
	return 0;
}
