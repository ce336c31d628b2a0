# try.sh: the runs of a candidate on the baseline.

# try_unproven: a candidate that nobody vouches for runs in a copy of the baseline's tree, with a limit of its own,
# and first on two inputs, where it reads one: a command whose output is the same for both does not work on its input.
# It may wreck its tree: what then cannot be run is refused, and no error.
try_unproven() {
	# shellcheck disable=SC2034 # workload/workload.sh reads these
	run_in=tree/try${n?} highest_code=3
	# shellcheck disable=SC2034
	run_limit=$(jq '.data | [.run_long * 4, .command_min] | min' doc/config.json)
	copy_baseline "$run_in"
	: >"${raw?}/first.jsonl"
	: >"$raw/other.jsonl"
	wanted_input "${in_seed?}"
	time_runs 1 "$raw/first.jsonl" 2>"$raw/said"
	other_input
	if [ "${code?}" -eq 0 ] && [ "$bytes" ]; then time_runs 1 "$raw/other.jsonl" 2>>"$raw/said"; fi
	variables=$(filter workload/depends -rs --rawfile said "$raw/said" "$raw/first.jsonl" "$raw/other.jsonl")
	eval "$variables"
}
# other_input: another text of the same size; for an interpreter, a larger script.
other_input() {
	case ${input_kind?} in
	'') ;;
	binary | text | json | csv) make_input "$input_kind" "$bytes" atesor-other ;;
	*) make_input "$input_kind" $((bytes + 1)) "$in_seed" ;;
	esac
}

# try_workload: sizing: one run, then size.jq says how large the next should be, until it is content. Then the runs
# that must all agree, and those with a part of a CPU.
try_workload() {
	while :; do
		wanted_input "$in_seed"
		time_runs 1 "$raw/try.jsonl"
		filter workload/try -c "$raw/try.jsonl" >>"$raw/tries.jsonl"
		next=$(filter workload/size -rs --slurpfile config doc/config.json "$raw/tries.jsonl")
		[ "$next" ] || break
		eval "$next"
	done
	time_runs "${in_check_runs?}" "$raw/check.jsonl"
	time_squeezed
}

# time_squeezed: two more runs with a third of the CPU: busy loops have the rest. A workload that watches the clock
# shows itself, for it takes no longer. Under an emulator nothing is timed.
time_squeezed() {
	cpu=$(jq -r 'select(.kind == "run") | .cpu // empty' "$raw/check.jsonl" | head -n 1)
	[ "$cpu" ] && [ -z "$emulator" ] && command -v taskset >/dev/null || return 0
	busy_loop
	busy=$!
	busy_loop
	busy="$busy $!"
	trap 'kill $busy' EXIT
	time_runs 2 "$raw/half.jsonl"
	# shellcheck disable=SC2086 # two processes
	kill $busy
	trap - EXIT
}
# busy_loop: in the background, for as long as this script lives.
busy_loop() {
	# shellcheck disable=SC2016 # the loop's own words
	taskset -c "$cpu" sh -c 'while kill -0 "$1"; do :; done' busy $$ 2>/dev/null &
}
