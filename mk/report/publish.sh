# publish.sh: what the user gets: result.json, and the report as report.md, one page report.html, report.tsv,
# ratios.svg and, where ATESOR_JUNIT says, JUnit XML. Runs in ATESOR_OUT. $broken, if any, says why the run has no
# end. Without gnuplot the plots are missing, and the report names the package that brings it.
set -eu
. "${atesor_mk:?}/base/shell.sh"
: "${bin:?}" "${out:?}" "${src:?}" "${atesor_cfg_JUNIT?}"
export broken="${broken:-}"

# The profile of the processor that atesor-roofline made is cited.
write_result() {
	processor=''
	[ ! -s processor.json ] ||
		processor=$(filter report/processor -c --arg sha256 "$(hash_of processor.json)" processor.json) || :
	filter_all report/result --argjson processor "${processor:-null}" >result.json.part
	publish result.json
}

# collect_rounds: the ratios of the timed rounds.
collect_rounds() {
	set -- doc/*.samples.jsonl
	[ -e "$1" ] || set -- /dev/null
	filter report/rounds -nR --slurpfile result result.json "$@" >raw/report/rounds.json
}

# collect_errors: what the failed builds said in their last attempt.
collect_errors() {
	jq -r '.data.failed_builds[]?' result.json | while IFS= read -r slot; do
		at=log/$slot.build
		for again in "$at".[2-9]; do [ ! -d "$again" ] || at=$again; done
		set -- "$at"/*.log
		[ ! -e "$1" ] || "$bin/atesor-replay" errors "$@" | sed "s/^/$slot	/"
	done >raw/report/errors
	filter report/errors -nR raw/report/errors >raw/report/errors.json
}

# draw_plots: raw/report/NAME.svg of each plot, empty where it could not be drawn; why is the reason in $missing.
draw_plots() {
	missing="nothing was timed"
	for plot in forest rounds distributions; do
		: >"raw/report/$plot.svg"
		filter report/plots -nr --arg which "$plot" --slurpfile result result.json --slurpfile rounds raw/report/rounds.json \
			>"raw/report/$plot.gp"
		[ ! -s "raw/report/$plot.gp" ] || draw "$plot"
	done
}

draw() {
	command -v "${atesor_gnuplot:-gnuplot}" >/dev/null ||
		{ missing="gnuplot was not found: install the package gnuplot-nox"; return 0; }
	( cd "$atesor_mk/plot" && gnuplot "$out/raw/report/$1.gp" "$1.gp" ) >"raw/report/$1.svg" 2>raw/report/error ||
		{ : >"raw/report/$1.svg"; missing="gnuplot could not draw it: $(grep -m 1 . raw/report/error)"; }
}

write_plots() {
	set -- --rawfile forest raw/report/forest.svg --rawfile rounds raw/report/rounds.svg \
		--rawfile distributions raw/report/distributions.svg
	filter report/plot-list -n "$@" --arg why "$missing" >raw/report/plots.json
	filter report/picture -nr "$@" >ratios.svg.part
	if [ -s ratios.svg.part ]; then publish ratios.svg; else rm -f ratios.svg ratios.svg.part; fi
}

write_report() {
	set -- --slurpfile errors raw/report/errors.json --slurpfile plots raw/report/plots.json
	filter report/markdown -r "$@" result.json >report.md.part
	filter report/html -r "$@" result.json >report.html.part
	filter report/tsv -r result.json >report.tsv.part
	publish report.md
	publish report.html
	publish report.tsv
}

write_junit() {
	[ "$atesor_cfg_JUNIT" ] || return 0
	{ filter report/junit -r result.json >"$atesor_cfg_JUNIT.part" && publish "$atesor_cfg_JUNIT"; } ||
		fail "ATESOR_JUNIT cannot be written: '$atesor_cfg_JUNIT'"
}

# note_standing: what all this was made from, for the next run. A broken run is published again.
note_standing() {
	jq -r .data.status result.json >raw/status
	filter report/summary -r result.json >raw/summary
	if [ "$broken" ]; then rm -f raw/published; else standing >raw/published; fi
}

mkdir -p raw/report
write_result
collect_rounds
collect_errors
draw_plots
write_plots
write_report
write_junit
note_standing
