#include "integrity.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include "alloc.h"
#include "cpus.h"
#include "input.h"
#include "number.h"

struct target {
	unsigned char *at;
};

static int store(void *context, const void *block, size_t count)
{
	struct target *target = context;

	memcpy(target->at, block, count);
	target->at += count;
	return 0;
}

/* One round trip. Whether the data came back. */
static bool round_trip(const unsigned char *data, size_t bytes, unsigned char *packed, size_t room, unsigned char *back,
		bool corrupt)
{
	uLongf packed_size = room, back_size = bytes;

	if (compress(packed, &packed_size, data, bytes) != Z_OK)
		return false;
	memset(back, 0, bytes);
	if (uncompress(back, &back_size, packed, packed_size) != Z_OK || back_size != bytes)
		return false;
	if (corrupt)
		back[bytes / 2] ^= 1;
	return !memcmp(data, back, bytes);
}

/* The child of one CPU; `cpu` is in memory that the parent sees. */
_Noreturn static void check(const struct at_integrity_order *order, const unsigned char *data, struct at_integrity_cpu *cpu)
{
	const struct rlimit no_core = { 0, 0 };
	bool faulty = order->fault != AT_FAULT_NONE && cpu->cpu == order->fault_cpu;
	size_t bytes = order->bytes, room = compressBound(bytes);

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setrlimit(RLIMIT_CORE, &no_core);
	signal(SIGALRM, SIG_DFL);
	alarm((unsigned)order->seconds);
	unsigned char *packed = malloc(room), *back = malloc(bytes ? bytes : 1);
	if (!packed || !back)
		cpu->error = ENOMEM;
	else if (at_cpus_pin(faulty && order->fault == AT_FAULT_ABSENT ? 1 << 20 : cpu->cpu))
		cpu->error = errno;
	for (uint64_t round = 0; !cpu->error && round < order->rounds; round++) {
		if (faulty && order->fault == AT_FAULT_CRASH && round == order->rounds / 2) {
			signal(SIGSEGV, SIG_DFL);
			raise(SIGSEGV);
		}
		cpu->bad += !round_trip(data, bytes, packed, room, back, faulty && order->fault == AT_FAULT_WRONG_DATA);
		cpu->rounds++;
	}
	_exit(cpu->error ? 3 : 0);
}

static void collect(struct at_integrity_cpu *cpu, pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status)) {
		cpu->signal = WTERMSIG(status);
		cpu->timed_out = cpu->signal == SIGALRM;
		cpu->bad += !cpu->timed_out;
	} else if (WEXITSTATUS(status) && !cpu->error) {     /* a library ended it: that is no right answer either */
		cpu->exit_code = WEXITSTATUS(status);
		cpu->bad++;
	}
}

static int run_all(const struct at_integrity_order *order, const unsigned char *data, struct at_integrity_cpu *shared,
		size_t count)
{
	pid_t *pid = at_alloc(count * sizeof *pid);
	int result = -1;

	for (size_t i = 0; i < count; i++) {
		pid[i] = fork();
		if (pid[i] == 0)
			check(order, data, &shared[i]);
		if (pid[i] < 0)
			shared[i].error = errno;
		else
			result = 0;
	}
	for (size_t i = 0; i < count; i++)
		if (pid[i] > 0)
			collect(&shared[i], pid[i]);
	if (result)
		errno = shared[0].error;
	free(pid);
	return result;
}

int at_integrity_run(const struct at_integrity_order *order, struct at_integrity *result)
{
	struct at_cpus cpus;

	*result = (struct at_integrity){ 0 };
	if (at_cpus_allowed(&cpus))
		return -1;
	size_t size = cpus.count * sizeof *result->cpu;
	struct at_integrity_cpu *shared = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED) {
		at_cpus_free(&cpus);
		return -1;
	}
	unsigned char *data = at_alloc(order->bytes);
	struct target target = { data };
	at_input_generate(AT_INPUT_BINARY, "atesor-integrity", order->bytes, store, &target);
	for (size_t i = 0; i < cpus.count; i++)
		shared[i].cpu = cpus.cpu[i];
	int failed = run_all(order, data, shared, cpus.count);
	int saved = errno;
	result->count = cpus.count;
	result->cpu = at_alloc(size);
	memcpy(result->cpu, shared, size);
	for (size_t i = 0; i < result->count; i++) {
		result->bad += result->cpu[i].bad;
		result->incomplete |= result->cpu[i].error || result->cpu[i].timed_out;
	}
	free(data);
	munmap(shared, size);
	at_cpus_free(&cpus);
	errno = saved;
	return failed;
}

void at_integrity_write(const struct at_integrity_order *order, const struct at_integrity *result, struct at_json *json)
{
	at_json_object(json, NULL);
	at_json_uint(json, "bytes", order->bytes);
	at_json_uint(json, "rounds", order->rounds);
	at_json_uint(json, "bad", result->bad);
	at_json_array(json, "cpus");
	for (size_t i = 0; i < result->count; i++) {
		const struct at_integrity_cpu *cpu = &result->cpu[i];
		at_json_object(json, NULL);
		at_json_int(json, "cpu", cpu->cpu);
		at_json_uint(json, "rounds", cpu->rounds);
		at_json_uint(json, "bad", cpu->bad);
		if (cpu->timed_out)
			at_json_bool(json, "timed_out", true);
		else if (cpu->signal)
			at_json_int(json, "signal", cpu->signal);
		if (cpu->exit_code)
			at_json_int(json, "exit", cpu->exit_code);
		if (cpu->error)
			at_json_text(json, "error", strerror(cpu->error));
		at_json_end(json);
	}
	at_json_end(json);
	if (order->fault != AT_FAULT_NONE)
		at_json_bool(json, "fault_injected", true);
	at_json_text(json, "zlib", zlibVersion());
	at_json_end(json);
}

void at_integrity_free(struct at_integrity *result)
{
	free(result->cpu);
	*result = (struct at_integrity){ 0 };
}

int at_integrity_fault(const char *text, struct at_integrity_order *order)
{
	static const char *const names[] = { "cpu:", "crash:", "absent:" };
	uint64_t cpu;

	for (int i = 0; i < 3; i++) {
		size_t length = strlen(names[i]);
		if (strncmp(text, names[i], length) || at_parse_count(text + length, &cpu) || cpu > INT32_MAX)
			continue;
		order->fault = (enum at_fault)(i + AT_FAULT_WRONG_DATA);
		order->fault_cpu = (int)cpu;
		return 0;
	}
	return -1;
}
