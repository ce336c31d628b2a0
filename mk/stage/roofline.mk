# roofline.mk: what this machine's caches, memory and arithmetic deliver (atesor-roofline(1)), and its pictures. No document: each
# run measures anew. Nothing of the package is built or run.
define roofline
set -f
set -- $$atesor_cfg_ROOFLINE
set +f
say "measuring the processor"
"$$bin/atesor-roofline" --lock "$$atesor_cfg_LOCK" --label "atesor roofline" --output processor.json "$$@" 9>&-
jq -r -L "$$filters" -f "$$filters/processor/table.jq" processor.json
if command -v gnuplot >/dev/null; then
	"$$bin/atesor-roofline" --from processor.json --plot processor
	say "the profile is in $$out/processor.json, its pictures are in $$out/processor"
else say "the profile is in $$out/processor.json; no pictures: gnuplot was not found: install the package gnuplot-nox"; fi
endef
