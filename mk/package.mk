# package.mk: the accepted files as a zip, whose bytes depend on nothing but what is in it: names are sorted, times are the
# source's newest, modes are 755 and 644, users are left out.
define package
refused=$$(jq -r -f "$$filters/accepted/refusal.jq" result.json)
[ -z "$$refused" ] || fail "$$refused"
command -v zip >/dev/null || fail "zip was not found: install the package zip"
slot=$$(jq -r .data.accepted.slot result.json)
$(call built_sums,$$slot) >raw/package.sums
( cd accepted && sha256sum --quiet --check --strict - ) <raw/package.sums >&2 ||
	fail "the files in accepted/ are not the accepted ones: remove accepted/ and run make optimize again"
rm -rf raw/package raw/package.zip && mkdir -p raw/package
$(call built_files,$$slot) >raw/package.paths
$(lines) <raw/package.paths
( cd accepted && "$$bin/atesor-elf" --no-classes --root . inspect "$$@" ) >raw/package.facts
: >raw/package.levels
jq -r 'select(.type == "shared" and .machine == "x86_64") | .path' raw/package.facts >raw/package.shared
$(lines) <raw/package.shared
[ "$$atesor_cfg_HWCAPS" != 1 ] || [ $$# -eq 0 ] || for level in x86-64-v1 x86-64-v2 x86-64-v3 x86-64-v4; do
	code=0; ( cd accepted && "$$bin/atesor-elf" --root . runs-on "$$level" "$$@" ) >raw/package.runs || code=$$?
	[ $$code -le 1 ] || exit $$code
	jq -c --arg level "$$level" '{level: $$level, path, missing}' raw/package.runs >>raw/package.levels
done
set -- --slurpfile facts raw/package.facts --slurpfile compared "doc/$$slot.facts.json"
jq -nc "$$@" --arg hwcaps "$$atesor_cfg_HWCAPS" --slurpfile levels raw/package.levels \
	-f "$$filters/accepted/layout.jq" >raw/package.layout
jq -r '"\(.path)\n\(.to)"' raw/package.layout | while IFS= read -r path && IFS= read -r to; do
	mkdir -p "raw/package/$$(dirname "$$to")"
	[ ! -e "raw/package/$$to" ] || fail "two files of the package would be $$to: leave ATESOR_HWCAPS at 0"
	cp -- "accepted/$$path" "raw/package/$$to"
	chmod "$$( [ -x "accepted/$$path" ] && echo 755 || echo 644 )" "raw/package/$$to"
done
$(packed_profile)
jq -n "$$@" --slurpfile result result.json --slurpfile layout raw/package.layout --slurpfile build "doc/$$slot.build.json" \
	--slurpfile profile raw/package.profile -L "$$filters" -f "$$filters/accepted/manifest.jq" >raw/package/manifest.json
chmod 644 raw/package/manifest.json
# A zip knows no time before 1980.
epoch=$$(jq '[$$ENV.SOURCE_DATE_EPOCH // .data.manifest.newest // 0 | tonumber? // 0, 315532800] | max' doc/source.json)
( cd raw/package && find . -type f | sed 's,^[.]/,,' | LC_ALL=C sort >../package.names
while IFS= read -r name; do touch -d "@$$epoch" -- "$$name"; done <../package.names
TZ=UTC LC_ALL=C.UTF-8 zip -X -q -@ ../package.zip <../package.names )
mv raw/package.zip package.zip.part
publish package.zip
say "the accepted files are in $$out/package.zip"
endef

# What a profile-guided tune was built with goes along, so that it can be built again.
define packed_profile
kept=$$(jq -r '.args[12]' "doc/$$slot.build.json")
hash=$${kept#* } kept=$${kept%% *}
if [ "$$kept" != - ]; then
	[ "$$(profile_hash "$$kept")" = "$$hash" ] ||
		fail "profile/$$kept is not what $$slot was built with: remove doc/$$slot.build.json and run make optimize again"
	cp -R "profile/$$kept" raw/package/profile
	find raw/package/profile -type f -exec chmod 644 {} +
	( cd raw/package && find profile -type f | LC_ALL=C sort | while IFS= read -r name; do
		jq -nc --arg path "$$name" --arg sha256 "$$(hash_of "$$name")" '{$$path, $$sha256}'
	done ) >raw/package.profile
else : >raw/package.profile; fi
endef

# make atesor-apply: the accepted flags as a make fragment.
define apply
refused=$$(jq -r -f "$$filters/accepted/refusal.jq" result.json)
[ -z "$$refused" ] || fail "$$refused"
slot=$$(jq -r .data.accepted.slot result.json)
jq -rn --slurpfile result result.json --slurpfile build "doc/$$slot.build.json" --arg out "$$out" \
	-L "$$filters" -f "$$filters/accepted/apply.jq" >atesor.flags.mk.part
publish atesor.flags.mk
say "include $$out/atesor.flags.mk after the package's own flags, or copy it into the package"
endef
