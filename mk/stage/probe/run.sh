#!/bin/sh
# probe: what machine this is. What a compiler accepts of a complete -march string is asked once the machine is known
# (wanted.jq).
set -eu
. "${atesor_mk:?}/base/stage.sh"

# ask_compiler PATH FLAG…: which of the flags it accepts, as {PATH: {FLAG: truth}}.
ask_compiler() {
	cc=$1
	shift
	"$bin/atesor-probe" --accepts "$cc" -- "$@" | jq -c --arg cc "$cc" '{($cc): .}'
}

ask_compilers() {
	filter stage/probe/wanted -r "$raw/probe.json" >"$raw/wanted"
	while IFS= read -r words; do eval "ask_compiler $words"; done <"$raw/wanted" >"$raw/answers.jsonl"
}

begin probe "$1"
code=0
probe_target --misaligned-fast "${in_misaligned_fast?}" --misaligned-emulated "${in_misaligned_emulated?}" \
	>"$raw/probe.json" 2>"$raw/error" || code=$?
: >"$raw/answers.jsonl"
[ $code -ne 0 ] || ask_compilers
document --slurpfile found "$raw/probe.json" --slurpfile answers "$raw/answers.jsonl" --arg code "$code" \
	--arg error "$(head -n 1 "$raw/error")"
