# package.sh: make atesor-package: the accepted files as a zip, whose bytes depend on nothing but what is in it: names
# are sorted, times are the source's newest, modes are 755 and 644, users are left out.
set -eu
. "${atesor_mk:?}/goal/lib/accepted.sh"
: "${atesor_cfg_HWCAPS?}"

check_files() {
	built_sums "$slot" >raw/package.sums
	( cd accepted && sha256sum --quiet --check --strict - ) <raw/package.sums >&2 ||
		fail "the files in accepted/ are not the accepted ones: remove accepted/ and run make optimize again"
}

# inspect: what the files are.
inspect() {
	built_files "$slot" >raw/package.paths
	set --
	while IFS= read -r path; do set -- "$@" "$path"; done <raw/package.paths
	( cd accepted && "$bin/atesor-elf" --no-classes --root . inspect "$@" ) >raw/package.facts
}

# find_levels: with ATESOR_HWCAPS=1, on which levels of x86-64 each shared library runs.
find_levels() {
	: >raw/package.levels
	[ "$atesor_cfg_HWCAPS" = 1 ] || return 0
	jq -r 'select(.type == "shared" and .machine == "x86_64") | .path' raw/package.facts >raw/package.shared
	set --
	while IFS= read -r path; do set -- "$@" "$path"; done <raw/package.shared
	[ $# -gt 0 ] || return 0
	for level in x86-64-v1 x86-64-v2 x86-64-v3 x86-64-v4; do
		answer runs_on "$level" "$@" >raw/package.runs
		jq -c --arg level "$level" '{level: $level, path, missing}' raw/package.runs >>raw/package.levels
	done
}
runs_on() ( cd accepted && exec "$bin/atesor-elf" --root . runs-on "$@" )

# lay_out: the files go to their places in the zip.
lay_out() {
	filter accepted/layout -nc --slurpfile facts raw/package.facts --slurpfile compared "doc/$slot.facts.json" \
		--arg hwcaps "$atesor_cfg_HWCAPS" --slurpfile levels raw/package.levels >raw/package.layout
	jq -r '"\(.path)\n\(.to)"' raw/package.layout | while IFS= read -r path && IFS= read -r to; do
		mkdir -p "raw/package/$(dirname "$to")"
		[ ! -e "raw/package/$to" ] || fail "two files of the package would be $to: leave ATESOR_HWCAPS at 0"
		cp -- "accepted/$path" "raw/package/$to"
		chmod "$( [ -x "accepted/$path" ] && echo 755 || echo 644 )" "raw/package/$to"
	done
}

# add_profile: what a profile-guided tune was built with goes along, so that it can be built again. The build's
# document names the profile and its hash.
add_profile() {
	: >raw/package.profile
	profile=$(jq -r '.request.inputs.profile // ""' "doc/$slot.build.json")
	[ "$profile" ] || return 0
	[ "$(profile_hash "$profile")" = "$(jq -r .request.inputs.profile_sha256 "doc/$slot.build.json")" ] ||
		fail "profile/$profile is not what $slot was built with: remove doc/$slot.build.json and run make optimize again"
	cp -R "profile/$profile" raw/package/profile
	find raw/package/profile -type f -exec chmod 644 {} +
	( cd raw/package && list_profile ) | jq -Rc '{path: .[65:], sha256: .[:64]}' >raw/package.profile
}
list_profile() {
	find profile -type f | LC_ALL=C sort | while IFS= read -r name; do printf '%s %s\n' "$(hash_of "$name")" "$name"; done
}

write_manifest() {
	filter accepted/manifest -n --slurpfile facts raw/package.facts --slurpfile compared "doc/$slot.facts.json" \
		--slurpfile result result.json --slurpfile layout raw/package.layout --slurpfile build "doc/$slot.build.json" \
		--slurpfile profile raw/package.profile >raw/package/manifest.json
	chmod 644 raw/package/manifest.json
}

# pack: a zip knows no time before 1980.
pack() {
	epoch=$(jq '[$ENV.SOURCE_DATE_EPOCH // .data.manifest.newest // 0 | tonumber? // 0, 315532800] | max' doc/source.json)
	( cd raw/package && find . -type f | sed 's,^[.]/,,' | LC_ALL=C sort >../package.names
	while IFS= read -r name; do touch -d "@$epoch" -- "$name"; done <../package.names
	TZ=UTC LC_ALL=C.UTF-8 zip -X -q -@ ../package.zip <../package.names )
	mv raw/package.zip package.zip.part
	publish package.zip
}

open_out
sh "$atesor_mk/report/publish.sh"
slot=$(accepted_slot)
command -v zip >/dev/null || fail "zip was not found: install the package zip"
check_files
rm -rf raw/package raw/package.zip
mkdir -p raw/package
inspect
find_levels
lay_out
add_profile
write_manifest
pack
say "the accepted files are in $out/package.zip"
