#!/bin/sh
# build: a copy of the source, built through the wrapper with the flags of its slot. A build that fails may be tried
# again, in a fresh copy (retry.jq); what came of each attempt is kept.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/base/replay.sh"
. "$atesor_mk/stage/build/settings.sh"
. "$atesor_mk/stage/build/include.sh"

# A profile that is not the recorded one (profile/SLOT was removed, or written anew): the training is repeated.
check_profile() {
	[ "$in_profile_sha256" ] || return 0
	[ "$(profile_hash "$in_profile")" != "$in_profile_sha256" ] || return 0
	drop_documents trn1.train trn2.sample base.goprofile "the profile is not the recorded one: the training is repeated"
}

# units_of RANGES: the products of these of the listed objects, one a line.
units_of() { filter stage/build/units -rs --arg ranges "$1" "doc/${in_trial_units_slot?}.units.jsonl"; }

# For a trial of atesor-explain: which objects get the tune's flags ($only), and which one flag more ($also). Both are
# lists in a file, or empty: all, and none.
choose_units() {
	only='' also=''
	[ "$in_trial" ] || return 0
	list=doc/$in_trial_units_slot.units.jsonl
	if [ ! -f "$list" ] || [ "$(hash_of "$list")" != "${in_trial_units_sha256?}" ]; then drop_documents \
		"$in_trial_units_slot.units" "the objects of $in_trial_units_slot are not the listed ones: they are listed again"; fi
	if [ "$in_trial_only" ]; then only=$raw/only && units_of "$in_trial_only" >"$only"; fi
	if [ "$in_trial_also" ]; then also=$raw/also && units_of "$in_trial_also" >"$also"; fi
}

# wrap FLAG…: the wrapper's directory, with these flags for the compilers of the slot.
wrap() {
	"$bin/atesor-replay" wrap ${emulator:+--triplet "$atesor_cfg_TRIPLET"} ${only:+--only "$only"} \
		${also:+--also "$also" --also-flag "$in_trial_also_flag"} --dir "wrap/$slot" --tree "tree/$slot" \
		--profile "profile/${in_profile:--}" --cc "${in_cc?}" --cxx "$cxx" -- "$@" >"$raw/wrap.json"
}

# copy_source: a clean copy of the source as the slot's tree.
copy_source() {
	rm -rf "built/$slot" "tree/$slot" "tree/$slot.part" "wrap/$slot"
	"$bin/atesor-tree" copy "$src" "tree/$slot"
	eval "wrap ${in_flags?} $no_werror"
	: >"$raw/commands.jsonl"
	[ -z "$in_clean" ] || replay "$at.clean" --whole --build "$in_clean" >>"$raw/commands.jsonl"
	"$bin/atesor-tree" clean --source "$src" --list "$raw/removed" "tree/$slot" >"$raw/removed.jsonl"
	"$bin/atesor-tree" snapshot "tree/$slot" --list "$raw/before"
	: >"wrap/$slot/log.jsonl"
}

# log_diagnostics: the warning options that the compilers named in this attempt's logs.
log_diagnostics() {
	set -- "$at"/*.log
	[ ! -e "$1" ] || "$bin/atesor-replay" diagnostics "$@"
}

# once_more: shell words for another attempt, or nothing: this one counts.
once_more() {
	log_diagnostics >"$raw/diagnostics.jsonl"
	filter stage/build/retry -nr --slurpfile request "$request" --slurpfile commands "$raw/commands.jsonl" \
		--slurpfile diagnostics "$raw/diagnostics.jsonl" --arg jobs "$jobs" --arg no_werror "$no_werror"
}

# attempts: builds until retry.jq is content. $jobs and $no_werror are what the last attempt had, its logs are in $at.
attempts() {
	: >"$raw/attempts.jsonl"
	jobs=${now_jobs:-$(nproc)} no_werror='' at=$log attempt=1
	while :; do
		copy_source
		package_commands replay "$at" >>"$raw/commands.jsonl"
		again=''
		words=$(once_more)
		eval "$words"
		[ "$again" ] || break
		printf '%s\n' "$again" >>"$raw/attempts.jsonl"
		attempt=$((attempt + 1))
		at=$log.$attempt
		say "$slot build, once more:$([ "$jobs" != 1 ] || echo " one job") $no_werror"
	done
}

# The paths of the artifacts: those that are named, and in the verified build all programs and libraries that it made.
artifact_paths() {
	{ eval "printf '%s\\n' ${in_artifacts?}"
	[ "$slot" != vrfy ] || filter stage/build/found -r "$raw/changed.jsonl"; } | awk 'NF && !seen[$0]++'
}
# hash_artifacts: lines "SHA256 PATH" of them; one that is not there has "-".
hash_artifacts() {
	while IFS= read -r path; do
		if [ -f "tree/$slot/$path" ]; then printf '%s %s\n' "$(hash_of "tree/$slot/$path")" "$path"
		else printf -- '- %s\n' "$path"; fi
	done
}

# collect: what the build changed, put back, made and said.
collect() {
	"$bin/atesor-tree" changed "tree/$slot" --since "$raw/before" >"$raw/changed.jsonl"
	"$bin/atesor-tree" restore --from "$src" "tree/$slot" <"$raw/removed" >"$raw/restored.jsonl"
	artifact_paths >"$raw/artifacts"
	hash_artifacts <"$raw/artifacts" >"$raw/hashed"
	filter stage/build/artifacts -Rc "$raw/hashed" >"$raw/artifacts.jsonl"
}

begin build "$1"
rm -rf "$log".[2-9]*
check_profile
[ -z "$in_profile" ] || export CCACHE_DISABLE=1
cxx=${in_cxx?}
[ -x "$cxx" ] || cxx=''
mkdir -p profile built
export_settings "$in_profile" "${in_settings?}"
choose_units
write_includes
attempts
collect
: >"built/$slot"
document --slurpfile commands "$raw/commands.jsonl" --slurpfile calls "wrap/$slot/log.jsonl" \
	--slurpfile changed "$raw/changed.jsonl" --slurpfile artifacts "$raw/artifacts.jsonl" \
	--slurpfile removed "$raw/removed.jsonl" --slurpfile restored "$raw/restored.jsonl" \
	--slurpfile diagnostics "$raw/diagnostics.jsonl" --slurpfile attempts "$raw/attempts.jsonl" \
	--arg jobs "$jobs" --arg no_werror "$no_werror" --arg artifacts_sha256 "$(hash_of "$raw/artifacts.jsonl")" \
	--arg tree "$PWD/tree/$slot"
