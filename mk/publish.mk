# publish.mk: what the user gets: result.json, the report in its forms, accepted/, the summary; and the trees go.

define publish
processor=
[ ! -s processor.json ] || processor=$$(jq -c --arg sha256 "$$(hash_of processor.json)" -f "$$filters/report/processor.jq" processor.json) || :
export processor
jq -n -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/report/result.jq" doc/*.json >result.json.part
publish result.json
$(report)
jq -r .data.status result.json >raw/status
jq -r -f "$$filters/report/summary.jq" result.json >raw/summary
if [ "$$broken" ]; then rm -f raw/published; else standing >raw/published; fi
endef

# The report: report.md, one page report.html, report.tsv, ratios.svg, and JUnit XML where ATESOR_JUNIT says. Without gnuplot
# the plots are missing, and the report names the package.
define report
mkdir -p raw/report
set -- doc/*.samples.jsonl; [ -e "$$1" ] || set -- /dev/null
jq -nR --slurpfile result result.json -f "$$filters/report/rounds.jq" "$$@" >raw/report/rounds.json
jq -r '.data.failed_builds[]?' result.json | while IFS= read -r slot; do
	at=log/$$slot.build; for again in "$$at".[2-9]; do [ ! -d "$$again" ] || at=$$again; done
	cat "$$at"/*.log >raw/report/log 2>/dev/null || continue
	# What compilers and linkers say first; a configuration is full of "not found". That the linker failed says nothing.
	said=$$(grep -aE '[Ee]rror:|undefined reference|multiple definition of|fatal:|cannot find -l|relocation .* (against|can ?not)' raw/report/log | grep -v '^collect2: error: ld returned' | head -n 8)
	said=$${said:-$$(grep -aiE 'error|cannot find|not found|no such file' raw/report/log | head -n 8)}
	printf '%s\n' "$${said:-$$(tail -n 8 raw/report/log)}" | sed "s/^/$$slot	/"
done >raw/report/errors
jq -nR -f "$$filters/report/errors.jq" raw/report/errors >raw/report/errors.json
missing="nothing was timed"
for plot in forest rounds distributions; do
	: >"raw/report/$$plot.svg"
	set -- --arg which "$$plot" --slurpfile result result.json --slurpfile rounds raw/report/rounds.json
	jq -nr -L "$$filters" "$$@" -f "$$filters/report/plots.jq" >"raw/report/$$plot.gp"
	[ -s "raw/report/$$plot.gp" ] || continue
	command -v "$${atesor_gnuplot:-gnuplot}" >/dev/null ||
		{ missing="gnuplot was not found: install the package gnuplot-nox"; continue; }
	( cd "$$atesor_mk/plot" && gnuplot "$$out/raw/report/$$plot.gp" "$$plot.gp" ) >"raw/report/$$plot.svg" 2>raw/report/error ||
		{ : >"raw/report/$$plot.svg"; missing="gnuplot could not draw it: $$(grep -m 1 . raw/report/error)"; }
done
set -- --rawfile forest raw/report/forest.svg --rawfile rounds raw/report/rounds.svg \
	--rawfile distributions raw/report/distributions.svg
jq -n -L "$$filters" "$$@" --arg why "$$missing" -f "$$filters/report/plot-list.jq" >raw/report/plots.json
jq -nr -L "$$filters" "$$@" -f "$$filters/report/picture.jq" >ratios.svg.part
if [ -s ratios.svg.part ]; then publish ratios.svg; else rm -f ratios.svg ratios.svg.part; fi
set -- --slurpfile errors raw/report/errors.json --slurpfile plots raw/report/plots.json
jq -r -L "$$filters" "$$@" -f "$$filters/report/markdown.jq" result.json >report.md.part && publish report.md
jq -r -L "$$filters" "$$@" -f "$$filters/report/html.jq" result.json >report.html.part && publish report.html
jq -r -f "$$filters/report/tsv.jq" result.json >report.tsv.part && publish report.tsv
junit=$$atesor_cfg_JUNIT
[ -z "$$junit" ] || { jq -r -f "$$filters/report/junit.jq" result.json >"$$junit.part" && publish "$$junit"; } ||
	fail "ATESOR_JUNIT cannot be written: '$$junit'"
endef

# What the published files were made from: each document's time and size, the filters, and whether plots can be drawn. If that
# stands, so do they.
define standing
standing() {
	ls -ln --time-style=full-iso doc/*.json $$([ ! -e processor.json ] || echo processor.json) "$$filters"/*
	command -v "$${atesor_gnuplot:-gnuplot}" || :
}
endef
define published
for file in report.md report.html report.tsv raw/summary "$${atesor_cfg_JUNIT:-report.md}"; do [ -e "$$file" ] || exit 1; done
standing | cmp -s - raw/published
endef

define finish
( $(published) ) || { $(publish); }
read -r status <raw/status
[ "$$status" = accepted ] || rm -rf accepted doc/kept.accept.json
[ "$$atesor_cfg_KEEP" = 1 ] || rm -rf built tree input wrap
cat raw/summary
$(record)
say "the report is in $$out/report.md"
[ "$$status" != error ] || fail "$$(jq -r .data.reason result.json)"
endef
