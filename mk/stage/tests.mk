# tests.mk: the package's own tests in a tree. An artifact that they rebuild is put back.
# Words: tests SLOT artifacts-hash test-command runs source-hash machine-hash. A run that is interrupted leaves the tree in doubt: it is built again.
%.tests:
	@$(begin)
	test=$$4 runs=$$5 run=1 overrides=$$(jq -r '.args[6]' "doc/$$slot.build.json")
	$(call built_files,$$slot) >"$$raw/artifacts"
	$(lines) <"$$raw/artifacts"
	rm -f "built/$$slot"
	"$$bin/atesor-tree" keep "tree/$$slot" --in "$$raw/keep" -- "$$@"
	set -- --whole --build "$$test"
	while [ "$$run" -le "$$runs" ]; do
		$(call answer,$(call replay,$$log/$$run) >>"$$raw/commands.jsonl")
		"$$bin/atesor-tree" putback "tree/$$slot" --in "$$raw/keep" >>"$$raw/rebuilt.jsonl"
		run=$$((run + 1))
	done
	rm -rf "$$raw/keep"
	: >"built/$$slot"
	export illegal=$$(grep -aErsl -m 1 "Illegal instruction|unhandled instruction" "$$log" | head -n 1)
	$(call document,tests,--slurpfile commands "$$raw/commands.jsonl" --slurpfile rebuilt "$$raw/rebuilt.jsonl")
