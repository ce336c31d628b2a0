/* The caches as the kernel describes them. A virtual machine often has no description, and what CPUID then says of them is not
 * to be believed (leaf 0x80000006 claims caches that are nowhere): then they are absent. */
#include <stdlib.h>
#include <string.h>

#include "alloc.h"
#include "buffer.h"
#include "number.h"
#include "probe_system.h"

static char *read_line(int cpu, int index, const char *name)
{
	struct at_buffer text = AT_BUFFER_INIT;
	char *path = at_format("/sys/devices/system/cpu/cpu%d/cache/index%d/%s", cpu, index, name);
	char *line = !at_buffer_read_file(&text, path, 4096) && text.length ? at_strndup(text.data, strcspn(text.data, "\n")) : NULL;

	at_buffer_free(&text);
	free(path);
	return line;
}

bool at_write_caches(int cpu, struct at_json *json)
{
	bool any = false;

	for (int index = 0; index < 16; index++) {
		char *level = read_line(cpu, index, "level"), *type = read_line(cpu, index, "type"), *size = read_line(cpu, index, "size");
		char *line = read_line(cpu, index, "coherency_line_size"), *cpus = read_line(cpu, index, "shared_cpu_list");
		uint64_t depth, bytes, line_bytes;
		bool there = level && type && size && !at_parse_count(level, &depth) && !at_parse_bytes(size, &bytes) && bytes;
		if (there) {
			if (!any)
				at_json_array(json, "caches");
			any = true;
			at_json_object(json, NULL);
			at_json_uint(json, "level", depth);
			at_json_text(json, "type", type);
			at_json_uint(json, "size_bytes", bytes);
			if (line && !at_parse_count(line, &line_bytes))
				at_json_uint(json, "line_bytes", line_bytes);
			if (cpus)
				at_json_text(json, "cpus", cpus);
			at_json_end(json);
		}
		free(level);
		free(type);
		free(size);
		free(line);
		free(cpus);
	}
	if (any)
		at_json_end(json);
	return any;
}
