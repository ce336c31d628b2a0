# guard.mk: commands beside the workload, in which the winner must not be slower.

define guard_workload
$(settled_workload)
$(beside_workload)
[ "$$kind" = harness ] || kind=program
export broken=
guards=$$(jq '.data.guard | length' doc/config.json) n=0
endef
next_guard = $(call command_beside,$$n,$$atesor_cfg_SEED)

# The guards on the baseline, before they are believed.
# Words: guards base source files-hash artifacts-hash guards workload limits machine-hash
%.guards:
	@$(begin)
	$(guard_workload)
	$(call harness_for,base)
	: >"$$raw/runs.jsonl"
	while [ -z "$$broken" ] && [ "$$n" -lt "$$guards" ]; do
		$(next_guard)
		$(call timed_once,"$$(jq .data.check_runs doc/config.json)",guard)
		jq -c --argjson n "$$n" 'select(.kind == "run" or .kind == "end") | .n = $$n' "$$raw/guard.jsonl" >>"$$raw/runs.jsonl"
		n=$$((n + 1))
	done
	$(call document,guards,--slurpfile config doc/config.json --slurpfile runs "$$raw/runs.jsonl")

# A tune against the baseline in each guard.
# Words: guard SLOT artifacts-hash source files-hash artifacts-hash-of-base guards workload session machine-hash
%.guard:
	@$(begin)
	$(guard_workload)
	$(verified_tree)
	same_artifacts base; same_artifacts "$$slot"
	$(call harness_for,base)
	$(call harness_for,$$slot)
	: >"$$raw/ends.jsonl"
	while [ -z "$$broken" ] && [ "$$n" -lt "$$guards" ]; do
		$(next_guard)
		$(call session,base,doc/$@.$$n.jsonl)
		jq -c 'select(.kind == "end")' "doc/$@.$$n.jsonl" >>"$$raw/ends.jsonl"
		n=$$((n + 1))
	done
	$(call document,guard,--slurpfile config doc/config.json --slurpfile ends "$$raw/ends.jsonl")
