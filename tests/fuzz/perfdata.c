/* A perf.data file, from a file or a pipe: records, maps, build-ids, compressed or not. */
#include "perfdata.h"

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	return fuzz_recording(data, size, AT_COLLECT_DATA);
}
