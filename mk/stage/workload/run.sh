#!/bin/sh
# workload: the fixed amount of work that the builds are timed on, tried on the baseline before it is believed. Where
# the maintainer names it, it is the only candidate. Otherwise the candidates come from what the package makes: its
# programs and what they say of themselves (look.sh), drivers written for its libraries (drivers.sh), and an agent
# (agent.sh).
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"
. "$atesor_mk/stage/workload/look.sh"
. "$atesor_mk/stage/workload/drivers.sh"
. "$atesor_mk/stage/workload/agent.sh"
. "$atesor_mk/stage/workload/try.sh"

# seconds_left: of the budget.
seconds_left() { echo $((${now_left?} - $(date +%s) + ${started%%.*})); }

# next_candidate: the candidate that is tried next, in variables; $n is empty when one was usable or none is left.
next_candidate() {
	left=$(seconds_left)
	variables=$(filter workload/next -nr --argjson left "$left" --arg src "$src" --slurpfile request "$request" \
		--slurpfile config doc/config.json --slurpfile inventory "$raw/inventory.jsonl" "$raw/outcomes.jsonl")
	n=''
	eval "$variables"
	broken_code='' broken='' run_in='' run_limit='' highest_code=1 cost='' test_command=${in_tests?}
	export n source kind template workload_bin check input_kind bytes iterations driver place harness_text
	export run_limit ask cost
}

# try_candidate: its runs, and what they say of it, as a line of outcomes.jsonl.
try_candidate() {
	: >"$raw/tries.jsonl"
	: >"$raw/check.jsonl"
	: >"$raw/half.jsonl"
	if [ "$ask" ]; then
		say "asking: $ask"
		ask_round
	fi
	[ "$broken_code" ] || say "trying: $source $workload_bin $template"
	[ "$broken_code" ] || harness_for base
	if [ "$unproven" ] && [ -z "$broken_code" ]; then try_unproven; fi
	[ "$broken_code" ] || try_workload
	input_sha256=''
	[ ! -f "$input" ] || input_sha256=$(hash_of "$input")
	export input input_sha256
	filter workload/usable -nc --slurpfile request "$request" --slurpfile config doc/config.json \
		--slurpfile tries "$raw/tries.jsonl" --slurpfile check "$raw/check.jsonl" --slurpfile half "$raw/half.jsonl" \
		>>"$raw/outcomes.jsonl"
	[ -z "$run_in" ] || rm -rf "$run_in" input
	harness_text=''
}

begin workload "$1"
round=0
: >"$raw/inventory.jsonl"
: >"$raw/outcomes.jsonl"
echo '[]' >"$raw/functions.json"
echo '[]' >"$raw/headers.json"
[ -z "$in_package" ] || look_at_package
while next_candidate && [ "$n" ]; do try_candidate; done
document --argjson left "$left" --slurpfile config doc/config.json --slurpfile inventory "$raw/inventory.jsonl" \
	--slurpfile outcomes "$raw/outcomes.jsonl"
