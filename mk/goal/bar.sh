# bar.sh: make atesor-bar: the engines of ATESOR_BAR against each other (atesor-bar(1)). No document: the machine's
# state is part of what is measured, so each run measures anew and adds its rows to bar.csv and bar.md. The package's
# goal atesor-bar may name the engines as what it needs.
set -eu
. "${atesor_mk:?}/goal/lib/open.sh"
: "${atesor_cfg_BAR?}" "${atesor_cfg_BAR_ROWS?}" "${atesor_cfg_BAR_THREADS?}"
: "${atesor_cfg_LOCK?}" "${atesor_cfg_FORCE?}"

open_out
[ "$atesor_cfg_BAR" ] ||
	fail "ATESOR_BAR must name a table of engines and rows, as in ATESOR_BAR = table.json; see atesor-bar(1)"
[ -r "$src/$atesor_cfg_BAR" ] || fail "ATESOR_BAR names no file that can be read: '$atesor_cfg_BAR'"
set -- --lock "$atesor_cfg_LOCK" --label "atesor bar of ${src##*/}" --threads "$atesor_cfg_BAR_THREADS" \
	--append "$out" -o "$out/raw/bar.jsonl"
set -- "$@" --pass "${atesor_cfg_BAR_PASS?}" --target "${atesor_cfg_BAR_TARGET?}" --rss "${atesor_cfg_BAR_RSS?}" \
	--gap "${atesor_cfg_BAR_GAP?}" --moment "${atesor_cfg_MOMENT?}" --max-other "${atesor_cfg_WARN_LOAD?}" \
	--timeout "${atesor_cfg_TIMEOUT?}"
[ -z "$atesor_cfg_BAR_ROWS" ] || set -- "$@" --rows "$atesor_cfg_BAR_ROWS"
[ "$atesor_cfg_FORCE" != 1 ] || set -- "$@" --force
code=0; ( cd "$src" && exec "$bin/atesor-bar" "$@" -- "$atesor_cfg_BAR" 9>&- ) || code=$?
[ "$code" -le 1 ] || exit "$code"
cat raw/bar.jsonl >>raw/bars.jsonl
rm raw/bar.jsonl
say "the rows are in $out/bar.md and bar.csv, the raw lines in raw/bars.jsonl"
[ "$code" = 0 ] || { say "not every row passes"; exit 1; }
