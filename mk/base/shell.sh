# shell.sh: the functions that scripts share. A script begins with
#
#     set -eu
#     . "${atesor_mk:?}/base/shell.sh"
#
# Data goes to files or to stdout, talk goes to stderr. A function that needs names of its own runs in a
# subshell, ( … ).
#
# The environment: atesor_mk is where this folder lies, atesor_cfg_NAME is the setting ATESOR_NAME, atesor_v is make's
# V. After goal/lib/open.sh the working directory is ATESOR_OUT, and there are: bin (the programs), src, out, and
# emulator (empty, or the words that run a program of the target).
: "${atesor_mk:?}"
[ "${atesor_v:-}" != 1 ] || set -x

# say TEXT: a progress line.
say() { printf 'atesor: %s\n' "$*" >&2; }

# fail TEXT: an error that ends the script.
fail() { printf 'atesor: error: %s\n' "$*" >&2; exit 3; }

# answer COMMAND…: runs it and leaves its exit code in $code. 0 and 1 are answers; any other code ends the script with
# it.
answer() { code=0; "$@" || code=$?; [ "$code" -le 1 ] || exit "$code"; }

# filter ROOM/NAME OPTION-OR-FILE…: jq with that program.
filter() ( program=$atesor_mk/$1.jq; shift; exec jq -L "$atesor_mk" -f "$program" "$@" )

# whole_program ROOM/NAME: a program with all that it includes, each file once. jq 1.6 binds a module anew for every
# file that includes it, which takes a program that includes the pipeline three times as long to read.
whole_program() {
	awk -v room="$atesor_mk/" -v program="$1" '
		function add(name, file, line) {
			if (seen[name]++) return
			file = room name ".jq"
			while ((getline line <file) > 0)
				if (line ~ /^include "/) add(substr(line, 10, length(line) - 11)); else print line
		}
		BEGIN { add(program) }'
}

# filter_all ROOM/NAME OPTION…: jq -n with that program, which includes the pipeline, over all documents.
filter_all() {
	whole_program "$1" >raw/program.jq
	shift
	jq -n "$@" --arg trees "$(trees)" -f raw/program.jq doc/*.json
}

# publish FILE: FILE.part becomes FILE, unless FILE holds the same already; then it keeps its time.
publish() { if cmp -s "$1.part" "$1"; then rm "$1.part"; else mv -f "$1.part" "$1"; fi; }

# put FILE: publishes stdin as that file.
put() { cat >"$1.part"; publish "$1"; }

# hash_of FILE: its SHA-256.
hash_of() ( sum=$(sha256sum <"$1"); printf %s "${sum%% *}" )

# profile_hash SLOT: one hash over the profile that the slot's training wrote.
profile_hash() {
	find "profile/$1" -type f 2>/dev/null | LC_ALL=C sort |
		while IFS= read -r file; do sha256sum <"$file"; done | sha256sum | cut -c 1-64
}

# trees: the slots whose trees are there and whole, a line each: built/SLOT is removed before a tree is worked on, and
# comes back after.
trees() ( for mark in built/*; do [ ! -e "$mark" ] || [ ! -d "tree/${mark#built/}" ] || echo "${mark#built/}"; done )

# built_files SLOT: the paths of the artifacts that the slot's build made, a line each.
built_files() { jq -r '.data.artifacts[] | select(.sha256) | .path' "doc/$1.build.json"; }

# built_sums SLOT: the same as sha256sum --check reads it.
built_sums() { jq -r '.data.artifacts[] | select(.sha256) | "\(.sha256)  \(.path)"' "doc/$1.build.json"; }

# standing: what the answer of the pipeline and the published files rest on, a line each: the documents and raw runs,
# the filters, jq, what plots are drawn with. As long as the lines are the same, so is what was made from them.
standing() {
	echo "atesor ${atesor_version:-}"
	find -L doc processor.json "$atesor_mk" "$(command -v jq)" -type f ! -name '*.part' \
		-printf '%p %s %T@ %C@\n' 2>/dev/null | LC_ALL=C sort
	command -v "${atesor_gnuplot:-gnuplot}" || :
}

# Emulated targets (ATESOR_TARGET). atesor's own runs of a target's program name the emulator: $emulator, then the
# program. Builds and tests of the package start such programs themselves, through binfmt_misc. QEMU's settings are
# read by every emulator of every target: so single commands get them, never the whole run.

# on_target COMMAND…: runs it with the settings of the target's emulator; without an emulator, as it is.
on_target() {
	if [ -z "${emulator?}" ]; then "$@"; return; fi
	env -u QEMU_CPU ${atesor_cfg_QEMU_CPU:+"QEMU_CPU=$atesor_cfg_QEMU_CPU"} \
		"QEMU_LD_PREFIX=/usr/${atesor_cfg_TRIPLET?}" "$@"
}

# probe_target OPTION…: atesor-probe of the target.
probe_target() {
	if [ -z "${emulator?}" ]; then timeout 600 "${bin?}/atesor-probe" "$@"; return; fi
	on_target timeout 600 "$bin/atesor-probe" --target "${atesor_cfg_TARGET?}" --triplet "$atesor_cfg_TRIPLET" \
		--run "$emulator" "$@"
}
