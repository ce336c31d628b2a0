# train.mk: three runs of the instrumented build on the training input, which is not the input that is timed.
# Words: train SLOT artifacts-hash workload training-input files-hash machine-hash
%.train:
	@$(begin)
	$(settled_workload)
	$(beside_workload)
	$(call command_beside,train,atesor-train)
	export trained_on="$$template $$bytes $$input" timed_on="$$workload_template  $$workload_input"
	export broken=
	$(call harness_for,$$slot)
	: >"$$raw/train.jsonl"
	rm -rf "profile/$$slot" && mkdir -p "profile/$$slot"
	if [ -z "$$broken" ]; then
		$(workload_options)
		$(call timer,--dir-a "tree/$$slot" --warmup 0 --calibrate 0 --rounds 3 -o "$$raw/train.jsonl")
	fi
	if ls "profile/$$slot"/*.profraw >/dev/null 2>&1; then $(merge_profiles); fi
	export profiles=$$(find "profile/$$slot" -name '*.gcda' -o -name '*.profdata' | wc -l)
	# What is built with is a copy: a later build of the instrumented tree may run its own programs and count on.
	rm -rf profile/used && cp -R "profile/$$slot" profile/used
	export profile_sha256=$$(profile_hash used)
	$(call document,train,--slurpfile found "$$raw/train.jsonl" --slurpfile build "doc/$$slot.build.json")

# clang's raw profiles become the one file that -fprofile-use=DIR reads; llvm-profdata has the compiler's version in its name.
define merge_profiles
cc=$$(jq -r '.args[8]' "doc/$$slot.build.json")
tool=$$("$$cc" -print-prog-name=llvm-profdata)
if ! command -v "$$tool" >/dev/null; then broken="llvm-profdata was not found: install the package llvm"
else "$$tool" merge -o "profile/$$slot/default.profdata" "profile/$$slot"/*.profraw; fi
endef
