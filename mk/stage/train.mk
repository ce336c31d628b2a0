# train.mk: three runs of the instrumented build on the training input, which is not the input that is timed.
# $(call training,RUNNER,FILE): the training's runs, by atesor-time under RUNNER; their lines go to the file.
define training
$(beside_workload)
$(call command_beside,train,atesor-train)
export trained_on="$$template $$([ -z "$$input" ] || hash_of "$$input")" timed_on="$$workload_template $$([ -z "$$workload_input" ] || hash_of "$$workload_input")"
$(call harness_for,$$slot)
: >"$2"
rm -rf "profile/$$slot" && mkdir -p "profile/$$slot"
if [ -z "$$broken" ]; then
	$(workload_options)
	code=0; $1 "$$bin/atesor-time" --dir-a "$(call at,$$slot)" --warmup 0 --calibrate 0 --rounds 3 -o "$2" "$$@" || code=$$?
	[ $$code -le 1 ] || exit $$code
fi
endef

# Words: train SLOT artifacts-hash workload training-input files-hash machine-hash
%.train:
	@$(begin)
	$(settled_workload)
	export broken=
	$(call training,,$$raw/train.jsonl)
	if ls "profile/$$slot"/*.profraw >/dev/null 2>&1; then $(merge_profiles); fi
	export profiles=$$(find "profile/$$slot" -name '*.gcda' -o -name '*.profdata' | wc -l)
	# What is built with is a copy: a later build of the instrumented tree may run its own programs and count on.
	rm -rf profile/used && cp -R "profile/$$slot" profile/used
	export profile_sha256=$$(profile_hash used)
	$(call document,train,--slurpfile found "$$raw/train.jsonl" --slurpfile build "doc/$$slot.build.json")

# clang's raw profiles become the one file that -fprofile-use=DIR reads; llvm-profdata has the compiler's version in its name.
define merge_profiles
$(profdata) && "$$tool" merge -o "profile/$$slot/default.profdata" "profile/$$slot"/*.profraw
endef
# The llvm-profdata of the slot's compiler as $$tool.
profdata = { tool=$$("$$(jq -r '.args[8]' "doc/$$slot.build.json")" -print-prog-name=llvm-profdata) && command -v "$$tool" >/dev/null || { broken="llvm-profdata was not found: install the package llvm"; false; }; }
