# publish.mk: what the user gets: result.json, report.md, accepted/, the summary; and the trees go.

# A file is replaced only by other content, so that a run that does nothing changes nothing.
define publish_functions
publish() { if cmp -s "$$1.part" "$$1"; then rm "$$1.part"; else mv -f "$$1.part" "$$1"; fi; }
endef

define publish
$(publish_functions)
jq -n -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/result.jq" doc/*.json >result.json.part
publish result.json
jq -r -L "$$filters" -f "$$filters/report.jq" result.json >report.md.part
publish report.md
endef

define finish
$(publish)
status=$$(jq -r .data.status result.json)
[ "$$status" = accepted ] || rm -rf accepted doc/kept.accept.json
[ "$$atesor_cfg_KEEP" = 1 ] || rm -rf built tree input wrap
jq -r -f "$$filters/summary.jq" result.json
say "the report is in $$out/report.md"
[ "$$status" != error ] || fail "$$(jq -r .data.reason result.json)"
endef
