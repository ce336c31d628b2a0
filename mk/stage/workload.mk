# workload.mk: the fixed amount of work that the builds are timed on, tried on the baseline before it is believed.
# Words: workload base source-and-files-hash code-hash template bin harness input check test-command environment seed stderr limits machine-hash

# A generated input as $input; its name says what is in it, so that it is made once.
define make_input
make_input() {
	mkdir -p input
	input=$$PWD/input/$$1-$$2-$$3
	[ -e "$$input" ] || { "$$bin/atesor-input" --kind "$$1" --bytes "$$2" --seed "$$3" >"$$input.part" && mv "$$input.part" "$$input"; }
}
endef

# The workload as options of atesor-time in "$@". kind: program, harness or tests; input and iterations may be empty.
define workload_options
set -- --check "$$check" --timeout "$$(jq .data.timeout doc/config.json)" --seed "$$atesor_cfg_SEED" --metric "$$atesor_cfg_METRIC" --stderr "$$atesor_cfg_STDERR" --fresh --quiet
[ -z "$$atesor_cfg_CPU" ] || set -- "$$@" --cpu "$$atesor_cfg_CPU"
if [ "$$emulator" ]; then
	[ -z "$$atesor_cfg_QEMU_CPU" ] || set -- "$$@" --env "QEMU_CPU=$$atesor_cfg_QEMU_CPU"
	if [ "$$kind" = tests ]; then set -- "$$@" --env "QEMU_LD_PREFIX=/usr/$$atesor_cfg_TRIPLET"; else set -- "$$@" --emulator "$$emulator"; fi
fi
for setting in $$atesor_cfg_WORKLOAD_ENV; do set -- "$$@" --env "$$setting"; done
[ -z "$$input" ] || set -- "$$@" --input "$$input"
[ -z "$$iterations" ] || set -- "$$@" --iterations "$$iterations"
if [ "$$kind" = tests ]; then set -- "$$@" -- /bin/sh -c "$$atesor_cfg_TEST"; else set -- "$$@" --template "$$template" --bin "$$workload_bin"; fi
endef

# The settled workload, from its document; the harness is built where it is wanted.
define settled_workload
$(make_input)
$(build_harness)
eval "$$(jq -r -f "$$filters/workload-settled.jq" doc/base.workload.json)"
[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$$atesor_cfg_SEED"
endef

# $(call command_beside,WHICH,SEED): a command beside the settled workload (a guard, the training), over the workload's words.
beside_workload = export kind workload_template=$$template workload_input=$$input workload_kind=$$input_kind workload_bytes=$$bytes
define command_beside
eval "$$(jq -r --arg src "$$src" --arg which "$1" -f "$$filters/command-start.jq" doc/config.json)"
[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$2"
endef

# $(call timed_once,RUNS,FILE): that many runs of the baseline.
define timed_once
$(workload_options)
$(call timer,--dir-a tree/base --warmup 0 --calibrate 0 --rounds $1 -o "$$raw/$2.jsonl")
endef

# Two more runs with a third of the CPU: busy loops have the rest. A workload that watches the clock shows itself, for it takes no longer. Under an
# emulator nothing is timed.
define squeeze
cpu=$$(jq -r 'select(.kind == "run") | .cpu // empty' "$$raw/check.jsonl" | head -n 1)
if [ "$$cpu" ] && [ -z "$$emulator" ] && command -v taskset >/dev/null; then
	taskset -c "$$cpu" sh -c 'while kill -0 "$$1"; do :; done' busy $$$$ 2>/dev/null & busy=$$!
	taskset -c "$$cpu" sh -c 'while kill -0 "$$1"; do :; done' busy $$$$ 2>/dev/null & busy="$$busy $$!"
	trap 'kill $$busy' EXIT
	$(call timed_once,2,half)
	kill $$busy
	trap - EXIT
fi
endef

# Sizing: one run, then jq says how large the next should be, until it is content. Then the runs that must all agree.
%.workload:
	@$(begin)
	$(make_input)
	$(build_harness)
	eval "$$(printf '%s' "$$args" | jq -r --arg src "$$src" -f "$$filters/workload-start.jq")"
	export kind template workload_bin check input_kind bytes iterations broken=
	$(call harness_for,base)
	: >"$$raw/tries.jsonl"; : >"$$raw/check.jsonl"; : >"$$raw/half.jsonl"
	if [ "$$kind" != none ] && [ -z "$$broken" ]; then
		while :; do
			[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$$atesor_cfg_SEED"
			$(call timed_once,1,try)
			jq -c 'select(.kind == "run" or .kind == "end") | . + {bytes: $$ENV.bytes, iterations: $$ENV.iterations}' "$$raw/try.jsonl" >>"$$raw/tries.jsonl"
			next=$$(jq -rs --slurpfile config doc/config.json -f "$$filters/workload-size.jq" "$$raw/tries.jsonl")
			[ "$$next" ] || break
			eval "$$next"
		done
		$(call timed_once,"$$(jq .data.check_runs doc/config.json)",check)
		$(squeeze)
	fi
	export input input_sha256=
	[ -z "$$input" ] || input_sha256=$$(hash_of "$$input")
	$(call document,workload,--slurpfile config doc/config.json --slurpfile tries "$$raw/tries.jsonl" --slurpfile check "$$raw/check.jsonl" --slurpfile half "$$raw/half.jsonl")
