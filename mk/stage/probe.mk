# probe.mk: what machine is this, and does it compute right?
# What a compiler accepts of a complete -march string is asked once the machine is known (probe-wanted.jq).
%.probe:
	@$(begin)
	code=0; probe_target >"$$raw/probe.json" 2>"$$raw/error" || code=$$?
	: >"$$raw/accepted.jsonl"
	if [ $$code -eq 0 ]; then
		jq -r -L "$$filters" -f "$$filters/stage/probe/wanted.jq" "$$raw/probe.json" >"$$raw/wanted"
		while IFS= read -r line; do
			eval "set -- $$line"
			cc=$$1; shift
			"$$bin/atesor-probe" --accepts "$$cc" -- "$$@" | jq -c --arg cc "$$cc" '{($$cc): .}' >>"$$raw/accepted.jsonl"
		done <"$$raw/wanted"
	fi
	export code error="$$(head -n 1 "$$raw/error")"
	$(call document,probe,--slurpfile found "$$raw/probe.json" --slurpfile accepted "$$raw/accepted.jsonl")

# Unchanged code that gives wrong data makes every timing meaningless: one bad round trip ends the run.
%.integrity:
	@$(begin)
	code=0; "$$bin/atesor-integrity" >"$$raw/integrity.json" || code=$$?
	export code
	$(call document,integrity,--slurpfile found "$$raw/integrity.json")
