# part.sh GOAL: make atesor-probe, -verify, -build, -measure: a part of make optimize. At the end it says what is known.
set -eu
. "${atesor_mk:?}/goal/lib/run.sh"

show_machine() {
	kind=$(jq -r '.data.kind // empty' doc/mach.probe.json)
	[ -z "$kind" ] || jq .data doc/mach.probe.json | put "machine_profile_$kind.json"
	filter goal/machine -r doc/mach.probe.json
}

show_status() { filter_all goal/status -r; }

open_out
run_pipeline "$1"
check_source
case $1 in probe) show_machine;; *) show_status;; esac
settle
