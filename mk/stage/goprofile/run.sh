#!/bin/sh
# goprofile: the CPU profile that a Go build is guided by: a second of the benchmarks, in the baseline's tree.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/workload/workload.sh"

# run_benchmarks: with the profile to profile/go; what they print goes to the log.
run_benchmarks() {
	# shellcheck disable=SC2086 # the template is words
	which=$(printf '%s\n' $template | grep '^-test.bench=')
	set -- -test.run=NONE "$which" -test.benchtime=1s "-test.cpuprofile=$PWD/profile/go/cpu.pprof"
	cd "$(place_of base)"
	eval 'exec env '"$in_environment"' timeout "$now_limit" .atesor/harness "$@"'
}

begin goprofile "$1"
settled_workload
harness_for base
rm -rf profile/go
mkdir -p profile/go
code=0
[ "$broken_code" ] || ( run_benchmarks ) >"$raw/output" 2>&1 </dev/null || code=$?
bytes=$(wc -c <profile/go/cpu.pprof 2>/dev/null || echo 0)
document --arg code "$code" --arg bytes "$bytes" --arg profile_sha256 "$(profile_hash go)"
