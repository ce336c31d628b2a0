# optimize.sh: make optimize: finds faster compiler settings, proves them, and keeps the result.
set -eu
. "${atesor_mk:?}/goal/lib/run.sh"
: "${atesor_cfg_KEEP?}" "${atesor_cfg_RECIPE?}"

# What was published stands as long as nothing changed that it was made from.
is_published() {
	for file in report.md report.html report.tsv raw/status raw/summary "${atesor_cfg_JUNIT:-report.md}"; do
		[ -e "$file" ] || return
	done
	standing | cmp -s - raw/published
}

# Without an accepted tune, no older one's files stay.
remove_rest() {
	if [ "$status" != accepted ]; then
		rm -rf accepted
		[ ! -e doc/kept.accept.json ] || { rm doc/kept.accept.json; standing >raw/published; }
	fi
	[ "$atesor_cfg_KEEP" = 1 ] || rm -rf built tree input wrap
}

open_out
run_pipeline all
check_source
is_published || sh "$atesor_mk/report/publish.sh"
read -r status <raw/status
remove_rest
cat raw/summary
[ -z "$atesor_cfg_RECIPE" ] || sh "$atesor_mk/accepted/record.sh"
say "the report is in $out/report.md"
[ "$status" != error ] || fail "$(jq -r .data.reason result.json)"
settle
