# publish.mk: what the user gets: result.json, report.md, accepted/, the summary; and the trees go.

define publish
jq -n -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/result.jq" doc/*.json >result.json.part
publish result.json
jq -r -L "$$filters" -f "$$filters/report.jq" result.json >report.md.part
publish report.md
jq -r .data.status result.json >raw/status
jq -r -f "$$filters/summary.jq" result.json >raw/summary
if [ "$$broken" ]; then rm -f raw/published; else standing >raw/published; fi
endef

# What the published files were made from: each document's time and size, and the filters. If that stands, so do they.
define standing
standing() { ls -ln --time-style=full-iso doc/*.json "$$filters"; }
endef

define finish
[ -e report.md ] && [ -e raw/summary ] && standing | cmp -s - raw/published || { $(publish); }
read -r status <raw/status
[ "$$status" = accepted ] || rm -rf accepted doc/kept.accept.json
[ "$$atesor_cfg_KEEP" = 1 ] || rm -rf built tree input wrap
cat raw/summary
say "the report is in $$out/report.md"
[ "$$status" != error ] || fail "$$(jq -r .data.reason result.json)"
endef
