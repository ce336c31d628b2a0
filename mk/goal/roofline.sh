# roofline.sh: make atesor-roofline: what this machine's caches, memory and arithmetic deliver (atesor-roofline(1)),
# and its pictures. No document: each run measures anew. Nothing of the package is built or run.
set -eu
. "${atesor_mk:?}/goal/lib/open.sh"
: "${atesor_cfg_ROOFLINE?}" "${atesor_cfg_LOCK?}"

open_out
say "measuring the processor"
set -f
# shellcheck disable=SC2086  # options are words
"$bin/atesor-roofline" --lock "$atesor_cfg_LOCK" --label "atesor roofline" --output processor.json \
	--noisy-private "${atesor_cfg_ROOF_NOISY?}" --noisy-shared "${atesor_cfg_ROOF_NOISY_SHARED?}" \
	--wall-over-cpu "${atesor_cfg_ROOF_WALL?}" --stagger "${atesor_cfg_ROOF_STAGGER?}" \
	--clock "${atesor_cfg_ROOF_CLOCK?}" --level "${atesor_cfg_ROOF_LEVEL?}" --below "${atesor_cfg_ROOF_BELOW?}" \
	--patience "${atesor_cfg_ROOF_PATIENCE?}" \
	--warn-load "${atesor_cfg_ROOF_LOAD?}" $atesor_cfg_ROOFLINE 9>&-
set +f
filter processor/table -r processor.json
if command -v gnuplot >/dev/null; then
	"$bin/atesor-roofline" --from processor.json --plot processor
	say "the profile is in $out/processor.json, its pictures are in $out/processor"
else
	say "the profile is in $out/processor.json; no pictures: gnuplot was not found: install the package gnuplot-nox"
fi
