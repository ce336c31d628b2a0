#!/bin/sh
# facts: what the artifacts of a tree are, and how they differ from the other tree's ($in_against); the verified build
# has no other.
set -eu
. "${atesor_mk:?}/base/stage.sh"

# Exit 0 and 3 (a file that cannot be read) are answers of atesor-elf; anything else is a broken tool.
is_answer() { [ "$1" -eq 0 ] || [ "$1" -eq 3 ] || exit "$1"; }

inspect_artifacts() {
	: >"$raw/facts.jsonl"
	[ -s "$raw/artifacts" ] || return 0
	code=0
	( cd "tree/$slot" && run_lines "$bin/atesor-elf" --no-classes --root . inspect ) <"$raw/artifacts" \
		>"$raw/facts.jsonl" 2>"$raw/error" || code=$?
	is_answer $code
}

# One hash over the code of all artifacts. What holds no code that could be compared (a slim LTO object) counts by its
# bytes: it is never equal by mistake.
code_hash() {
	filter stage/facts/code -r --slurpfile build "doc/$slot.build.json" "$raw/facts.jsonl" >"$raw/code"
	hash_of "$raw/code"
}

# Each artifact against the other tree's. The instructions of the first files are counted, up to a limit; the
# interfaces of all are compared.
compare_artifacts() {
	n=0
	while IFS= read -r path; do
		[ -f "tree/$in_against/$path" ] || continue
		n=$((n + 1))
		if [ $n -le "${in_code_files?}" ]; then
			set -- --code-limit "${in_code_limit?}" --machine doc/mach.probe.json --threads "${now_jobs:-$(nproc)}"
		else set -- --no-classes; fi
		code=0
		"$bin/atesor-elf" "$@" --root tree compare "tree/$in_against/$path" "tree/$slot/$path" \
			>"$raw/one.json" 2>"$raw/error" || code=$?
		is_answer $code
		jq -c --arg path "$path" '{path: $path} + .' "$raw/one.json"
	done <"$raw/artifacts" >"$raw/compared.jsonl"
}

# The headers that either build made and that differ.
compare_headers() {
	jq -rn '[inputs.data.headers // [] | .[]] | unique[]' "doc/$in_against.build.json" \
		"doc/$slot.build.json" >"$raw/headers"
	while IFS= read -r path; do
		! cmp -s "tree/$in_against/$path" "tree/$slot/$path" || continue
		for side in "$in_against" "$slot"; do
			head -c 4194304 "tree/$side/$path" >"$raw/header.$side" 2>>"$raw/error" || :
		done
		filter stage/facts/header -nc --arg path "$path" --arg out "$PWD" --arg a "$in_against" --arg b "$slot" \
			--rawfile base "$raw/header.$in_against" --rawfile tune "$raw/header.$slot"
	done <"$raw/headers" >"$raw/headers.jsonl"
}

begin facts "$1"
if [ "$in_against" ]; then
	verify_tree "$in_against"
	verify_tree "$slot"
fi
built_files "$slot" >"$raw/artifacts"
inspect_artifacts
code_sha256=$(code_hash)
: >"$raw/compared.jsonl"
: >"$raw/headers.jsonl"
if [ "$in_against" ]; then
	compare_artifacts
	compare_headers
fi
document --slurpfile found "$raw/facts.jsonl" --slurpfile compared "$raw/compared.jsonl" \
	--slurpfile headers "$raw/headers.jsonl" --arg code_sha256 "$code_sha256"
