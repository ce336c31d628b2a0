# explain.sh: make atesor-explain: why the tune ATESOR_TUNE broke: the flag and the objects, as far as builds can
# prove it.
set -eu
. "${atesor_mk:?}/goal/lib/run.sh"
: "${atesor_cfg_TUNE?}" "${atesor_cfg_KEEP?}"

# The objects of a build, or nothing where they are not listed.
units_of() { if [ -e "doc/$1.units.jsonl" ]; then echo "doc/$1.units.jsonl"; else echo /dev/null; fi; }

# What was found out, as a document and in words.
write_explanation() {
	filter_all explain/document --slurpfile base "$(units_of base)" --slurpfile own "$(units_of "${trials}00")" \
		>"$document.part"
	publish "$document"
	filter explain/text -r "$document" >"$text.part"
	publish "$text"
}

remove_trees() {
	rm -rf tree/"$trials"[0-9][0-9] built/"$trials"[0-9][0-9] wrap/"$trials"[0-9][0-9]
	[ "$atesor_cfg_KEEP" = 1 ] || rm -rf built tree input wrap
}

[ "$atesor_cfg_TUNE" ] || fail "ATESOR_TUNE names no tune: make atesor-explain ATESOR_TUNE=tun5"
trials=$(printf %s "$atesor_cfg_TUNE" | cut -c 1,4)
document=doc/explain-$atesor_cfg_TUNE.json text=explain-$atesor_cfg_TUNE.txt
open_out
run_pipeline explain
check_source
if [ -z "$settled" ] || [ ! -e "$text" ]; then write_explanation; fi
cat "$text"
say "kept in $out/$text and $document"
remove_trees
settle
