# samples.mk: the runs of the workload. The only stage that is timed: the pipeline asks for nothing beside it.

# Gate 3 before any time is spent on timing: two runs of the tune, their output.
# Words: output SLOT artifacts-hash workload source-hash machine-hash
%.output:
	@$(begin)
	$(settled_workload)
	$(verified_tree)
	same_artifacts "$$slot"
	export broken=
	$(call harness_for,$$slot)
	: >"$$raw/output.jsonl"
	if [ -z "$$broken" ]; then
		$(workload_options)
		$(call timer,--dir-a "tree/$$slot" --warmup 0 --calibrate 0 --rounds 2 -o "$$raw/output.jsonl")
	fi
	$(call document,output,--slurpfile found "$$raw/output.jsonl")

# Words: samples SLOT artifacts-hash BASE-SLOT artifacts-hash workload metric rule rounds max-rounds warmup calibrate cpu timeout machine-hash
# The raw runs stay beside the document. A session that was interrupted starts afresh: its half file is written over.
%.samples:
	@$(begin)
	against=$$4 rule=$$8 rounds=$$9 most=$${10} warmup=$${11} calibrate=$${12}
	$(settled_workload)
	$(verified_tree)
	same_artifacts "$$against"; same_artifacts "$$slot"
	export broken=
	$(call harness_for,$$against)
	$(call harness_for,$$slot)
	: >"$$raw/ends.jsonl"; : >"$$raw/stats.json"
	if [ -z "$$broken" ]; then
		$(workload_options)
		$(call timer,--dir-a "tree/$$against" --dir-b "tree/$$slot" --rule "$$rule" --effect "$$atesor_cfg_EFFECT" --rounds "$$rounds" --max-rounds "$$most" \
			--warmup "$$warmup" --calibrate "$$calibrate" --lock "$$atesor_cfg_LOCK" --label "atesor $$slot" -o "doc/$@.jsonl")
		jq -c 'select(.kind == "session" or .kind == "end")' "doc/$@.jsonl" >"$$raw/ends.jsonl"
		jq -c 'select(.kind == "end") | .stats // empty' "doc/$@.jsonl" >"$$raw/stats.json"
	fi
	$(call document,samples,--slurpfile config doc/config.json --slurpfile ends "$$raw/ends.jsonl" --slurpfile stats "$$raw/stats.json")
