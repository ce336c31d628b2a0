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
		$(call timer,--dir-a "$(call at,$$slot)" --warmup 0 --calibrate 0 --rounds 2 -o "$$raw/output.jsonl")
	fi
	$(call document,output,--slurpfile found "$$raw/output.jsonl")

# $(call session,BASE-SLOT,FILE): the tune in $$slot against that build, in the workload of now; the runs go to the file, whole or not at all.
define session
$(workload_options)
$(call timer,--dir-a "$(call at,$1)" --dir-b "$(call at,$$slot)" --rule "$$atesor_cfg_RULE" --effect "$$atesor_cfg_EFFECT" --rounds "$$atesor_cfg_ROUNDS" \
	--max-rounds "$$atesor_cfg_MAX_ROUNDS" --alpha "$$atesor_cfg_PAIRED_ALPHA" --band-alpha "$$atesor_cfg_BAND_ALPHA" \
	--warmup "$$atesor_cfg_WARMUP" --calibrate "$$atesor_cfg_CALIBRATE" --warn-load "$$atesor_cfg_WARN_LOAD" \
	--warn-celsius "$$atesor_cfg_WARN_CELSIUS" --warn-clock "$$atesor_cfg_WARN_CLOCK" \
	--lock "$$atesor_cfg_LOCK" --label "atesor $$slot" -o "$2")
endef

# Words: samples SLOT artifacts-hash BASE-SLOT artifacts-hash workload session machine-hash
# The raw runs stay beside the document. A session that was interrupted starts afresh: its half file is written over.
%.samples:
	@$(begin)
	against=$$4
	$(settled_workload)
	$(verified_tree)
	same_artifacts "$$against"; same_artifacts "$$slot"
	export broken=
	$(call harness_for,$$against)
	$(call harness_for,$$slot)
	: >"$$raw/ends.jsonl"
	if [ -z "$$broken" ]; then
		$(call session,$$against,doc/$@.jsonl)
		jq -c 'select(.kind == "session" or .kind == "end")' "doc/$@.jsonl" >"$$raw/ends.jsonl"
	fi
	$(call document,samples,--slurpfile config doc/config.json --slurpfile ends "$$raw/ends.jsonl")
