# atesor-roofline on this machine, in short runs. Nothing here asserts how fast anything is, nor that one level is faster than another;
# --patience lets a run end well however busy the machine is.
load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR"
	export TMPDIR=$BATS_TEST_TMPDIR
	cat >caches <<-'END'
		cache 1 data 32K 64 -
		cache 2 unified 512K 64 -
		cache 3 unified 4M 64 -
	END
}

teardown() {
	[ -z "${busy:-}" ] || kill $busy 2>/dev/null || true
}

roofline() { "$BIN/atesor-roofline" --patience 20000 "$@" >p.json; }
brief() { roofline --repeats 3 --min-ms 1 --slice-ms 0.25 --no-sweep "$@"; }
is() { jq -e "$1" p.json >/dev/null || { jq -c '.data.unavailable, .warnings' p.json; return 1; }; }
codes() { jq -r '[.warnings[].code] | join(" ")' p.json; }
# No bandwidth, latency or rate anywhere.
no_number() { is '[.data.memory, .data.compute, .data.sizes[]? | .. | objects | keys[] | select(test("gbps|gflops|gops|_ns$|cycles"))] == []'; }

# A machine whose /sys is the directory sys.
made_up() {
	local as_root=
	[ "$(id -u)" = 0 ] || as_root=-r
	unshare $as_root -m true 2>/dev/null || skip "needs a mount namespace of its own (unshare -m)"
	unshare $as_root -m sh -c 'mount --bind sys /sys && exec "$@"' - "$BIN/atesor-roofline" --patience 20000 --repeats 3 --min-ms 1 --slice-ms 0.25 \
		--no-sweep "$@" >p.json
}

@test "a whole profile: every part is there, with its samples, and what is missing is explained" {
	roofline --quick --topology caches
	is '.schema == "atesor.roofline/1" and .status == "ok" and .data.metadata.schema_version == 1 and .seconds > 0'
	is '.data | keys - ["sizes", "sweep", "unavailable"] == ["compute", "memory", "metadata", "roofline", "topology", "warnings"]'
	is '.data.memory.L1.single.read.median_gbps > 0 and .data.memory.L2.single.copy.median_gbps > 0 and .data.memory.L1.single.latency.median_ns > 0'
	is '.data.compute.float32.single.median_gflops > 0 and .data.compute.float64.physical.median_gflops > 0'
	# Each cell: a name, participants, as many samples as were asked for, each of slices that count and add up to its duration.
	is '[.data.memory[][][], .data.compute[][]] | length > 20 and all(.[]; (.implementation | length) > 0 and .participants >= 1 and
		(.samples | length) == 3 and all(.samples[]; .wall_ns >= 3000000) and .iqr_pct >= 0 and (.noisy | type) == "boolean" and
		(. as $cell | all(range(3); . as $i | ([$cell.slices.raw[] | select(.sample == $i and .accepted) | .wall_ns] | add) == $cell.samples[$i].wall_ns)))'
	is '[.. | numbers] | all(.[]; isnormal or . == 0)'
	# A cell is measured or unavailable, never both.
	is '. as $all | all(.data.unavailable[]; (.reason | length) > 0 and ((if .kind == "compute" then $all.data.compute[.type][.policy]
		elif .kind == "latency" then $all.data.memory[.level][.policy].latency else $all.data.memory[.level][.policy][.mode] end) == null))'
	is '(.data.unavailable | map(.reason) | unique) - [.warnings[].code] == []'
	is '.data.metadata | .timer.name == "clock_gettime(CLOCK_MONOTONIC)" and (.compiler | length) > 3 and (.virtualization.virtual_machine | type) == "boolean"'
	is '.data.sweep.latency | length > 10 and all(.[]; .median_ns > 0) and ([.[].size_bytes] | . == sort)'
}

@test "the roofline: every derived number leads back to its sources" {
	brief --topology caches --modes read --no-latency
	is '.data.roofline | (.ceilings | length) >= 4 and (.roofs | length) >= 4 and (.crossovers | length) >= 8'
	is '. as $all | def at($path): $all | getpath($path | ltrimstr(".") | split("."));
		all(.data.roofline.ceilings[]; .gops == (at(.source) | .median_gflops // .median_gops)) and
		all(.data.roofline.roofs[]; .gbps == (at(.source) | .median_gbps)) and
		all(.data.roofline.crossovers[]; (.operations_per_byte - (at(.source_compute) | .median_gflops // .median_gops) / (at(.source_memory) | .median_gbps)) |
			fabs < 1e-6)'
}

@test "working sets: the exact bytes, half of each cache, and the traffic of each mode" {
	brief --topology caches --threads single --types none
	is '.data.memory | .L1.single.read.working_set_bytes == 16384 and .L2.single.read.working_set_bytes == 262144 and
		.L3.single.read.working_set_bytes == 2097152 and .RAM.single.read.working_set_bytes > 8388608'
	is '.data.memory.L1.single | .read.useful_bytes_per_pass == 16384 and .write.useful_bytes_per_pass == 16384 and .copy.useful_bytes_per_pass == 16384 and
		.copy.streams == 2 and .read_modify_write.useful_bytes_per_pass == 32768'
	is '.data.metadata.overrides.topology and .data.topology.injected'
	is '.data.metadata.conventions.copy | length > 20'
}

@test "given sizes are measured as they are, for each participant" {
	brief --sizes 24K,512K --modes read,copy --types none
	is '[.data.sizes[].size_bytes] == [24576, 524288] and .data.memory == {}'
	is '.data.metadata.options | .sizes == [24576, 524288] and .busy_cpus > 0 and (has("cpus") | not)'
	is '[.data.sizes[] | .. | objects | .confidence? | values] | length > 0 and all(.[]; . == "given")'
	is '.data.sizes[0] | .single.read.participant_bytes == 24576 and .physical.copy.working_set_bytes == 24576 * .physical.copy.participants and
		.single.latency.median_ns > 0'
}

@test "no description of the caches: no level has a number, and RAM is unverified" {
	: >empty
	brief --topology empty --modes read --types none --threads single --budget 256M
	is '(.data.memory | keys) == ["RAM"] and .data.memory.RAM.single.read.confidence == "unverified"'
	is '.data.memory.RAM.single.read.working_set_bytes <= 134217728'
	is '[.data.unavailable[] | select(.reason == "level_unavailable") | .level] | unique == ["L1", "L2", "L3"]'
	[[ "$(codes)" == *level_unavailable* ]]
	is '.data.topology.caches == [] and .data.topology.confidence == "absent"'
}

@test "a false last level of 508 MiB: no RAM in the default budget, but with a recorded override" {
	sed -i 's/^cache 3 .*/cache 3 unified 508M 64 - inferred/' caches
	brief --topology caches --modes read --types none --threads single
	is '.data.memory | has("RAM") or has("L3") | not'
	is '.data.unavailable | any(.level == "RAM" and .reason == "memory_budget_exceeded" and .wanted_bytes > 1016 * 1048576)'
	is '.data.unavailable | any(.level == "L3" and .reason == "no_plateau")'
	is '.warnings | any(.code == "memory_budget_exceeded" and (.text | contains("RAM single read") and contains("--last-level")))'
	[[ "$(codes)" == *inferred* ]]
	brief --topology caches --modes read --types none --threads single --no-latency --last-level 16M
	is '.data.memory.RAM.single.read | .median_gbps > 0 and .working_set_bytes > 33554432'
	is '.data.metadata.overrides.last_level_bytes == 16777216 and (.warnings | any(.code == "override"))'
}

@test "a budget that is too small: nothing is cut down to it" {
	brief --topology caches --budget 1 --types none
	no_number
	is '.status == "unavailable" and .reason == "memory_budget_exceeded"'
	[[ "$(codes)" == *memory_budget_exceeded* ]]
	brief --topology caches --budget 20K --types none --modes read
	is '.data.memory | keys == ["L1"] and (.L1 | has("single"))'
}

@test "a CPU quota below the participants: said, and nothing is timed that would be throttled" {
	mkdir -p sys/fs/cgroup/cpu sys/fs/cgroup/memory
	echo "50000 100000" >sys/fs/cgroup/cpu.max
	echo 50000 >sys/fs/cgroup/cpu/cpu.cfs_quota_us
	echo 100000 >sys/fs/cgroup/cpu/cpu.cfs_period_us
	made_up --topology caches
	no_number
	[[ "$(codes)" == *cpu_quota* ]]
	is '.data.metadata.cpu_quota == 0.5 and all(.data.unavailable[]; .reason | IN("cpu_quota", "unsupported_native_path"))'
}

@test "the control group's memory limits the budget" {
	mkdir -p sys/fs/cgroup/cpu sys/fs/cgroup/memory
	for file in memory.max memory/memory.limit_in_bytes; do echo 8388608 >sys/fs/cgroup/$file; done
	for file in memory.current memory/memory.usage_in_bytes; do echo 4194304 >sys/fs/cgroup/$file; done
	printf 'anon 1\ninactive_file 1048576\ntotal_inactive_file 1048576\n' | tee sys/fs/cgroup/memory.stat >sys/fs/cgroup/memory/memory.stat
	made_up --topology caches --types none --modes read --threads single
	is '.data.metadata.budget == {bytes: 2621440, available_bytes: .data.metadata.budget.available_bytes, group_bytes: 5242880}'
	is '.data.unavailable | any(.level == "RAM" and .reason == "memory_budget_exceeded")'
}

@test "caches as the kernel describes them: detected; CPUs of different kinds are not mixed" {
	for cpu in $(seq 0 63); do
		mkdir -p "sys/devices/system/cpu/cpu$cpu/cache/index0" "sys/devices/system/cpu/cpu$cpu/topology"
		echo $cpu >"sys/devices/system/cpu/cpu$cpu/topology/core_cpus_list"
		printf '%s\n' 1 >"sys/devices/system/cpu/cpu$cpu/cache/index0/level"
		echo Data >"sys/devices/system/cpu/cpu$cpu/cache/index0/type"
		echo $((cpu % 2 ? 32 : 64))K >"sys/devices/system/cpu/cpu$cpu/cache/index0/size"
		echo 64 >"sys/devices/system/cpu/cpu$cpu/cache/index0/coherency_line_size"
		echo $cpu >"sys/devices/system/cpu/cpu$cpu/cache/index0/shared_cpu_list"
		echo $((cpu % 2 ? 512 : 1024)) >"sys/devices/system/cpu/cpu$cpu/cpu_capacity"
	done
	made_up --modes read --types none --no-latency
	is '.data.topology | .confidence == "detected" and .cores_detected and all(.caches[]; .source == "sysfs" and .line_bytes == 64)'
	allowed=$(nproc)
	[ "$allowed" -gt 1 ] || skip "needs two CPUs for two kinds of them"
	is '.data.topology | (.domains | length) == 2 and ([.domains[] | select(.selected)] | length) == 1 and all(.logical_cpus[]; . % 2 == 0)'
	is '.data.memory.L1.physical.read.participant_bytes == 32768'
	[[ "$(codes)" == *heterogeneous* ]]
	first=$(jq '.data.topology.domains[] | select(.selected | not) | .cpus[0]' p.json)
	made_up --modes read --types none --no-latency --cpus "$first"
	is '.data.memory.L1.single.read.participant_bytes == 16384 and (.data.topology.domains | length) == 1'
	is ".data.metadata.options.cpus == [$first]"
}

@test "affinity denied: said, and no number; with an override measured and marked" {
	cat >deny.c <<-'END'
		#include <errno.h>
		#include <linux/filter.h>
		#include <linux/seccomp.h>
		#include <stddef.h>
		#include <sys/prctl.h>
		#include <sys/syscall.h>
		#include <unistd.h>
		int main(int argc, char **argv)
		{
			struct sock_filter filter[] = { BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
				BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
				BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
			struct sock_fprog program = { sizeof filter / sizeof *filter, filter };
			if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
				return 77;
			execv(argv[1], argv + 1);
			return 126;
		}
	END
	cc -o deny deny.c
	./deny /bin/true || skip "needs seccomp filters"
	./deny "$BIN/atesor-roofline" --topology caches --quick >p.json
	no_number
	[[ "$(codes)" == *unpinned* ]]
	is '(.data | has("sweep") | not) and (.data.topology.participants | .single.pinned == false and .physical.pinned == false)'
	./deny "$BIN/atesor-roofline" --patience 20000 --topology caches --quick --no-sweep --modes read --types none --threads single --allow-unpinned >p.json
	[[ "$(codes)" == *unpinned* ]]
	is '.data.memory.L1.single.read.median_gbps > 0 and .data.topology.participants.single.pinned == false and .data.metadata.overrides.allow_unpinned'
}

@test "others on every CPU: contended, no number" {
	for cpu in $(taskset -cp $$ | sed 's/.*: //' | tr ',' '\n' | awk -F- '{ for (i = $1; i <= $NF; i++) print i }'); do
		for i in 1 2 3; do
			taskset -c "$cpu" sh -c 'while :; do :; done' &
			busy="${busy:-} $!"
		done
	done
	"$BIN/atesor-roofline" --topology caches --no-sweep --types float64 --modes read --min-ms 40 --repeats 5 --threads single >p.json
	no_number
	is 'all(.data.unavailable[]; .reason == "contended" and (.text | length) > 0 and .preempted > 0)'
	[[ "$(codes)" == *contended* && "$(codes)" == *other_load* ]]
}

@test "an emulator: every path runs, the emulation is said, and nothing is a measurement" {
	for arch in aarch64 riscv64; do
		command -v "qemu-$arch-static" >/dev/null && [ -x "$BIN/atesor-roofline-$arch" ] || continue
		emulated="${emulated:-} $arch"
		[ $arch = riscv64 ] && export QEMU_CPU=rv64,v=true,vlen=256,vext_spec=v1.0
		"qemu-$arch-static" "$BIN/atesor-roofline-$arch" --quick --topology caches --sweep-most 1M >p.json
		is '.status == "unavailable" and .reason == "emulated" and .data.metadata.virtualization.emulated and .data.metadata.arch == "'$arch'"'
		no_number
		is '.data | has("sweep") | not'
		is '[.data.unavailable[] | select(.executed)] | (map(select(.kind == "bandwidth") | .level) | unique) == ["L1", "L2", "L3", "RAM"] and
			any(.kind == "latency") and any(.kind == "compute")'
		is 'all(.data.unavailable[]; .reason | IN("emulated", "unsupported_native_path", "no_safe_size"))'
		[[ "$(codes)" == *emulated* ]]
		# In a container of the other architecture the shell is for it as well.
		[ "$(id -u)" = 0 ] && unshare -m true 2>/dev/null || continue
		unshare -m sh -c 'mount --bind "$1" /bin/sh && exec "$2" "$1" --quick --topology caches --no-sweep --types none' - \
			"$BIN/atesor-roofline-$arch" "$(command -v "qemu-$arch-static")" >p.json
		is '.reason == "emulated"'
		no_number
	done
	[ "${emulated:-}" ] || skip "needs qemu-aarch64-static or qemu-riscv64-static and the cross compiler: apt-get install qemu-user-static gcc-aarch64-linux-gnu"
	brief --topology caches --emulated
	no_number
	is '.data.metadata.overrides.emulated'
}

@test "the pictures of a profile, measured now or before" {
	command -v gnuplot >/dev/null || skip "needs gnuplot: apt-get install gnuplot-nox"
	run -0 --separate-stderr "$BIN/atesor-roofline" --patience 20000 --quick --topology caches --sweep-most 4M --plot pictures
	[ -z "$output" ]
	for picture in size levels compute roofline; do grep -q '</svg>' pictures/$picture.svg; done
	cp pictures/profile.json p.json
	is '.status == "ok" and .data.memory.L1.single.read.median_gbps > 0'
	run -0 "$BIN/atesor-roofline" --from p.json --plot again
	for picture in size levels compute roofline; do grep -q '</svg>' again/$picture.svg; done
	run -3 "$BIN/atesor-roofline" --from absent --plot third
}

@test "an interrupted run writes nothing and ends by the signal" {
	"$BIN/atesor-roofline" --topology caches --min-ms 5000 --no-sweep -o out.json & pid=$!
	# A background job of a shell ignores that signal until it says otherwise.
	await eval '[[ $(readlink /proc/$pid/exe) == */atesor-roofline ]] && grep -q "^SigCgt:.*[2367abef]$" /proc/$pid/status'
	kill -INT $pid
	status=0; wait $pid || status=$?
	[ "$status" -eq 130 ]
	[ ! -e out.json ]
}

@test "the machine's lock: held while measuring, waited for" {
	exec 8>lock
	flock 8
	"$BIN/atesor-roofline" --lock lock --label mine --emulated --topology caches --quick --no-sweep >p.json 2>said 8>&- & pid=$!
	await grep -Eqs 'waiting|lock' said
	kill -0 $pid
	flock -u 8
	wait $pid
	is '.reason == "emulated"'
	jq -e . p.json >/dev/null
	grep -q waiting said || grep -q lock said
}

@test "the limits are options, and recorded" {
	"$BIN/atesor-roofline" --quick --emulated --no-sweep --types none --modes read --no-latency --noisy-private 11 --noisy-shared 21 --wall-over-cpu 1.5 --stagger 1.25 \
		--clock 5 --level 40 --below 60 --patience 3 --warn-load 7 >p.json
	[ "$(jq -c '.data.metadata.options | [.noisy_private_pct, .noisy_shared_pct, .wall_over_cpu, .stagger, .clock_tolerance, .plateau_tolerance, .plateau_below, .patience, .busy_cpus]' p.json)" = \
		'[11,21,1.5,1.25,0.05,0.4,0.6,3,7]' ]
}

@test "wrong options end with 2 before anything is measured" {
	for wrong in "--repeats 0" "--min-ms 0" "--min-ms nan" "--budget 0" "--threads double" "--modes read,reed" "--types half" "--cpus 60000" "--cpus x" "--sizes 1" \
			"--sizes 24K,,8M" "--slice-ms 101" "--patience 0" "--wall-over-cpu 0.9" "--stagger 0" "--clock 51" "--level 0" "--below 101" "--warn-load -1" "more" "--modes none --types none --no-latency --no-sweep"; do
		run -2 --separate-stderr "$BIN/atesor-roofline" $wrong
		[ -z "$output" ]
		[ -n "$stderr" ]
	done
	run -2 "$BIN/atesor-roofline" --from p.json
	run -2 "$BIN/atesor-roofline" --from p.json --plot pictures -o x.json
	run -2 "$BIN/atesor-roofline" --plot pictures -o -
	echo 'cache 1 data big 64 -' >bad
	run -2 --separate-stderr "$BIN/atesor-roofline" --topology bad
	[[ "$stderr" == *"line 1"* ]]
	run -3 "$BIN/atesor-roofline" --topology absent
	run -3 bash -c '"$1/atesor-roofline" --quick --emulated --no-sweep --types none --modes read --no-latency >/dev/full' - "$BIN"
	run -0 "$BIN/atesor-roofline" --help
	grep -o '^ *[-a-z, ]*--[a-z-]*' <<<"$output" | grep -o '[-][-][a-z-]*' | sort -u | while read -r option; do
		grep -Eq "Fl (. , )?-?${option#-}|Fl .*, ${option#-}" "$ROOT/bin/atesor-roofline.1" || { echo "the man page lacks $option"; exit 1; }
	done
}

@test "no text claims more than an effective measurement" {
	run ! grep -rniE 'hardware (maximum|peak)|physical link rate|guaranteed peak|theoretical (peak|maximum)' "$ROOT"/bin/atesor-roofline* "$ROOT"/lib/processor* "$ROOT"/lib/roofline* \
		"$ROOT"/mk "$ROOT"/README.md $(ls -d "$ROOT"/examples/processor 2>/dev/null)
	brief --topology caches --modes read --types none --threads single --no-latency
	is '.data.metadata.conventions.label | startswith("effective measurement")'
	run ! grep -iE 'hardware maximum|physical link rate|guaranteed peak' p.json
}
