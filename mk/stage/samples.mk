# samples.mk: the runs of the workload. The only stage that is timed: the pipeline asks for nothing beside it.

# Gate 3 before any time is spent on timing: two runs of the tune, their output.
# Words: output SLOT code-hash workload
%.output:
	@$(begin)
	$(settled_workload)
	export broken=
	if [ "$$kind" = harness ]; then build_harness "$$slot" >"$$raw/harness.log" 2>&1 || broken=$$(grep -m 1 -i error "$$raw/harness.log" || tail -n 1 "$$raw/harness.log"); fi
	: >"$$raw/output.jsonl"
	if [ -z "$$broken" ]; then
		$(workload_options)
		$(call timer,--dir-a "tree/$$slot" --warmup 0 --calibrate 0 --rounds 2 -o "$$raw/output.jsonl")
	fi
	$(call document,output,--slurpfile found "$$raw/output.jsonl")

# Words: samples SLOT code-hash BASE-SLOT code-hash workload metric rule rounds max-rounds warmup calibrate
# The raw runs stay beside the document. A session that was interrupted starts afresh: its half file is written over.
%.samples:
	@$(begin)
	against=$$4 rule=$$8 rounds=$$9 most=$${10} warmup=$${11} calibrate=$${12}
	$(settled_workload)
	if [ "$$kind" = harness ]; then build_harness "$$against" >"$$raw/harness.log" 2>&1; build_harness "$$slot" >>"$$raw/harness.log" 2>&1; fi
	$(workload_options)
	$(call timer,--dir-a "tree/$$against" --dir-b "tree/$$slot" --rule "$$rule" --effect "$$atesor_cfg_EFFECT" --rounds "$$rounds" --max-rounds "$$most" \
		--warmup "$$warmup" --calibrate "$$calibrate" --lock "$$atesor_cfg_LOCK" --label "atesor $$slot" -o "doc/$@.jsonl")
	jq -c 'select(.kind == "session" or .kind == "end")' "doc/$@.jsonl" >"$$raw/ends.jsonl"
	: >"$$raw/stats.json"
	if jq -es 'last.status == "ok"' "$$raw/ends.jsonl" >"$$raw/complete"; then
		"$$bin/atesor-stats" --rule "$$rule" --effect "$$atesor_cfg_EFFECT" --samples "doc/$@.jsonl" >"$$raw/stats.json"
	fi
	$(call document,samples,--slurpfile config doc/config.json --slurpfile ends "$$raw/ends.jsonl" --slurpfile stats "$$raw/stats.json")
