#include "hash_record.h"

#include "probe_system.h"
#include "warnings.h"

static void write_texts(struct at_json *json, const char *key, const struct at_argv *texts)
{
	at_json_array(json, key);
	for (size_t i = 0; i < texts->count; i++)
		at_json_text(json, NULL, texts->word[i]);
	at_json_end(json);
}

static void write_machine(const struct at_cpu *cpu, struct at_json *json)
{
	struct at_warnings warnings = { 0 };

	at_json_object(json, "machine");
	at_cpu_write(cpu, json);
	at_system_write(false, json, &warnings);
	at_warnings_write(&warnings, json);
	at_json_end(json);
	at_warnings_free(&warnings);
}

static void write_row(const struct at_hash_row *row, struct at_json *json)
{
	static const char *const names[] = { [AT_HASH_WAITING] = "waiting", [AT_HASH_OK] = "ok", [AT_HASH_ERROR] = "error",
			[AT_HASH_NOT_RUN] = "not run" };

	at_json_object(json, NULL);
	at_json_text(json, "name", row->name);
	if (row->set)
		at_json_text(json, "set", row->set);
	at_json_text(json, "status", names[row->status]);
	if (row->reason)
		at_json_text(json, "reason", row->reason);
	write_texts(json, "environment", &row->environment);
	write_texts(json, "command", &row->command);
	if (row->cpu >= 0)
		at_json_int(json, "cpu", row->cpu);
	if (row->wall_ns)
		at_json_uint(json, "wall_ns", row->wall_ns);
	if (row->status == AT_HASH_OK) {
		at_json_array(json, "outputs");
		for (size_t i = 0; i < row->outputs; i++) {
			at_json_object(json, NULL);
			at_json_text(json, "name", row->output[i].name);
			at_json_text(json, "sha256", row->output[i].sha256);
			at_json_end(json);
		}
		at_json_end(json);
	}
	at_json_end(json);
}

void at_hash_record_write(const struct at_hash_rows *rows, const char *name, const struct at_cpu *cpu, struct at_json *json)
{
	at_json_object(json, NULL);
	at_json_text(json, "schema", "atesor.golden/1");
	at_json_object(json, "tool");
	at_json_text(json, "name", "atesor-hash");
	at_json_text(json, "version", ATESOR_VERSION);
	at_json_end(json);
	at_json_text(json, "name", name);
	write_machine(cpu, json);
	at_json_array(json, "rows");
	for (size_t i = 0; i < rows->count; i++)
		write_row(&rows->row[i], json);
	at_json_end(json);
	at_json_end(json);
}
