load ../helper
bats_require_minimum_version 1.5.0

integrity() {
	"$BIN/atesor-integrity" --rounds 2 --bytes 256K "$@"
}

@test "every allowed CPU is checked, and its data is right" {
	run -0 integrity
	[ "$(jq -c '[.bytes, .rounds, .bad]' <<<"$output")" = '[262144,2,0]' ]
	[ "$(jq '.cpus | length' <<<"$output")" = "$(nproc)" ]
	jq -e 'all(.cpus[]; .rounds == 2 and .bad == 0) and (has("fault_injected") | not)' <<<"$output"
}

@test "only allowed CPUs are checked" {
	cpu=$(taskset -pc $$ | sed 's/.*[-,: ]//')
	run -0 taskset -c "$cpu" "$BIN/atesor-integrity" --rounds 1 --bytes 64K
	[ "$(jq -c '[.cpus[].cpu]' <<<"$output")" = "[$cpu]" ]
}

@test "an injected wrong bit on one CPU: exit 1, and the CPU is named" {
	cpu=$(taskset -pc $$ | sed 's/.*[-,: ]//')
	atesor_test_fault=cpu:$cpu run -1 --separate-stderr integrity
	[ "$(jq -c --argjson cpu "$cpu" '[.bad, (.cpus[] | select(.cpu == $cpu).bad), .fault_injected]' <<<"$output")" = '[2,2,true]' ]
	jq -e --argjson cpu "$cpu" 'all(.cpus[] | select(.cpu != $cpu); .bad == 0)' <<<"$output"
	[[ $stderr == *"CPU $cpu gave wrong data in 2 of 2 rounds"* ]]
}

@test "a crash counts as a failure" {
	cpu=$(taskset -pc $$ | sed 's/.*[-,: ]//')
	atesor_test_fault=crash:$cpu run -1 --separate-stderr integrity
	[ "$(jq -c --argjson cpu "$cpu" '.cpus[] | select(.cpu == $cpu) | [.rounds, .bad, .signal]' <<<"$output")" = '[1,1,11]' ]
	[[ $stderr == *"CPU $cpu: the check was ended by signal 11"* ]]
}

@test "a CPU that cannot be checked, or takes too long: exit 3, not a verdict about its data" {
	cpu=$(taskset -pc $$ | sed 's/.*[-,: ]//')
	atesor_test_fault=absent:$cpu run -3 --separate-stderr integrity
	jq -e --argjson cpu "$cpu" '.bad == 0 and (.cpus[] | select(.cpu == $cpu) | .rounds == 0 and (.error | length > 0))' <<<"$output"
	[[ $stderr == *"CPU $cpu could not be checked"* ]]
	run -3 --separate-stderr "$BIN/atesor-integrity" --rounds 1000000 --bytes 1M --seconds 1
	jq -e '.bad == 0 and all(.cpus[]; .timed_out)' <<<"$output"
	[[ $stderr == *"did not finish in time"* ]]
}

@test "usage: what cannot be checked is refused" {
	run -2 "$BIN/atesor-integrity" --rounds 0
	run -2 "$BIN/atesor-integrity" --bytes 0
	run -2 "$BIN/atesor-integrity" more
	[[ $output == *"'more'"* ]]
	atesor_test_fault=nonsense run -2 integrity
	[[ $output == *"not 'nonsense'"* ]]
	run -0 "$BIN/atesor-integrity" --help
	run -3 bash -c '"$1/atesor-integrity" --rounds 1 --bytes 1K >/dev/full' - "$BIN"
}
