/* The text of perf script. */
#include "perfdata.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	return fuzz_recording(data, size, AT_COLLECT_SCRIPT);
}
