# probe.mk: what machine is this, and does it compute right?
%.probe:
	@$(begin)
	code=0; timeout 600 "$$bin/atesor-probe" >"$$raw/probe.json" 2>"$$raw/error" || code=$$?
	export code error="$$(head -n 1 "$$raw/error")"
	$(call document,probe,--slurpfile found "$$raw/probe.json")

# Unchanged code that gives wrong data makes every timing meaningless: one bad round trip ends the run.
%.integrity:
	@$(begin)
	code=0; "$$bin/atesor-integrity" >"$$raw/integrity.json" || code=$$?
	export code
	$(call document,integrity,--slurpfile found "$$raw/integrity.json")
