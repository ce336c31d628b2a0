# apply.sh: make atesor-apply: the accepted flags as a make fragment.
set -eu
. "${atesor_mk:?}/goal/lib/accepted.sh"

open_out
sh "$atesor_mk/report/publish.sh"
slot=$(accepted_slot)
filter accepted/apply -rn --slurpfile result result.json --slurpfile build "doc/$slot.build.json" --arg out "$out" \
	>atesor.flags.mk.part
publish atesor.flags.mk
say "include $out/atesor.flags.mk after the package's own flags, or copy it into the package"
