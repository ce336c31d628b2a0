# workload.mk: the fixed amount of work that the builds are timed on, tried on the baseline before it is believed.
# Words: workload base source-and-files-hash code-hash template bin harness input check test-command package environment seed stderr limits machine-hash
# package is what the build makes (package.jq), or empty when the maintainer names a workload: then nothing else is tried.

# make_input KIND BYTES SEED: a generated input as $input; its name says what is in it, so that it is made once. For an interpreter it is
# a script, with so many times its work.
define make_input
make_input() {
	mkdir -p input
	input=$$PWD/input/$$1-$$2-$$3
	[ ! -e "$$input" ] || return 0
	case $$1 in binary|text|json|csv) "$$bin/atesor-input" --kind "$$1" --bytes "$$2" --seed "$$3";;
	*) jq -nj -L "$$filters" --arg language "$$1" --arg n "$$2" --arg seed "$$3" 'include "workload/lib/scripts"; script($$language; $$n; $$seed)';; esac >"$$input.part" && mv "$$input.part" "$$input"
}
endef

# The workload as options of atesor-time in "$@". kind: program, harness or tests; input and iterations may be empty.
define workload_options
set -- --check "$$check" --timeout "$${run_limit:-$$(jq .data.timeout doc/config.json)}" --seed "$$atesor_cfg_SEED" --metric "$$atesor_cfg_METRIC" --stderr "$$atesor_cfg_STDERR" --fresh --quiet
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

# $(call at,SLOT): where the workload runs: in the tree, or in the directory of its benchmarks there.
at = tree/$1$${place:+/$$place}

# The settled workload, from its document; the harness is built where it is wanted.
define settled_workload
$(make_input)
$(build_harness)
eval "$$(jq -r -L "$$filters" -f "$$filters/workload/settled.jq" doc/base.workload.json)"
export harness_text driver place
[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$$atesor_cfg_SEED"
endef

# $(call command_beside,WHICH,SEED): a command beside the settled workload (a guard, the training), over the workload's words.
beside_workload = export kind workload_template=$$template workload_input=$$input workload_kind=$$input_kind workload_bytes=$$bytes
define command_beside
eval "$$(jq -r -L "$$filters" --arg src "$$src" --arg which "$1" -f "$$filters/workload/beside.jq" doc/config.json)"
[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$2"
endef

# $(call timed_once,RUNS,FILE): that many runs of the baseline.
define timed_once
$(workload_options)
: >"$$raw/$2.jsonl"
$(call timer,--dir-a "$${run_in:-tree/base}$${place:+/$$place}" --warmup 0 --calibrate 0 --rounds $1 -o "$$raw/$2.jsonl")
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

# A candidate that nobody vouches for runs in a copy of the baseline's tree, with a limit of its own, and first on two inputs, where it reads
# one: a command whose output is the same for both does not work on its input. It may wreck its tree: what then can't be run is refused, not an error.
define try_proposal
run_in=tree/try$$n worst=3 run_limit=$$(jq '.data | [.run_long * 4, .command_min] | min' doc/config.json)
rm -rf "$$run_in" && "$$bin/atesor-tree" copy tree/base "$$run_in"
: >"$$raw/first.jsonl"; : >"$$raw/other.jsonl"
[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$$atesor_cfg_SEED"
{ $(call timed_once,1,first); } 2>"$$raw/said"
case $$input_kind in '') ;; binary|text|json|csv) make_input "$$input_kind" "$$bytes" "atesor-other";; *) make_input "$$input_kind" $$((bytes + 1)) "$$atesor_cfg_SEED";; esac
[ $$code -ne 0 ] || [ -z "$$bytes" ] || { $(call timed_once,1,other); } 2>>"$$raw/said"
broken=$$(jq -rs -L "$$filters" --rawfile said "$$raw/said" -f "$$filters/workload/depends.jq" "$$raw/first.jsonl" "$$raw/other.jsonl")
endef

# Sizing: one run, then jq says how large the next should be, until it is content. Then the runs that must all agree.
define try_workload
while :; do
	[ -z "$$bytes" ] || make_input "$$input_kind" "$$bytes" "$$atesor_cfg_SEED"
	$(call timed_once,1,try)
	jq -c 'select(.kind == "run" or .kind == "end") | . + {bytes: $$ENV.bytes, iterations: $$ENV.iterations}' "$$raw/try.jsonl" >>"$$raw/tries.jsonl"
	next=$$(jq -rs -L "$$filters" --slurpfile config doc/config.json -f "$$filters/workload/size.jq" "$$raw/tries.jsonl")
	[ "$$next" ] || break
	eval "$$next"
done
$(call timed_once,"$$(jq .data.check_runs doc/config.json)",check)
$(squeeze)
endef

%.workload:
	@$(begin)
	$(make_input)
	$(build_harness)
	package=$$(printf '%s' "$$args" | jq -r '.[10]')
	$(ask_agent)
	round=0
	: >"$$raw/looked.jsonl"; : >"$$raw/outcomes.jsonl"; echo '[]' >"$$raw/functions.json"; echo '[]' >"$$raw/headers.json"
	if [ "$$package" ]; then
		$(look_at_programs)
		$(public_headers)
		$(look_at_go)
		[ ! -s "$$raw/headers" ] || { $(generated_harnesses); }
	fi
	while :; do
		left_now=$$((left - $$(date +%s) + $${started%%.*}))
		eval "n= $$(jq -nr -L "$$filters" --argjson left "$$left_now" --arg src "$$src" --slurpfile config doc/config.json --slurpfile looked "$$raw/looked.jsonl" -f "$$filters/workload/next.jq" "$$raw/outcomes.jsonl")"
		[ "$$n" ] || break
		export n source kind template workload_bin check input_kind bytes iterations driver place broken= run_in= run_limit= worst= ask cost= harness_text
		[ -z "$$ask" ] || { say "asking: $$ask"; $(agent_round) }
		[ "$$broken" ] || say "trying: $$source $$workload_bin $$template"
		: >"$$raw/tries.jsonl"; : >"$$raw/check.jsonl"; : >"$$raw/half.jsonl"
		[ "$$broken" ] || { $(call harness_for,base); }
		case $$source$$broken in program|harness|helper-program) $(try_proposal);; esac
		[ "$$broken" ] || { $(try_workload); }
		export input input_sha256=
		[ -z "$$input" ] || [ ! -f "$$input" ] || input_sha256=$$(hash_of "$$input")
		jq -nc -L "$$filters" --slurpfile config doc/config.json --slurpfile tries "$$raw/tries.jsonl" --slurpfile check "$$raw/check.jsonl" --slurpfile half "$$raw/half.jsonl" \
			-f "$$filters/workload/usable.jq" >>"$$raw/outcomes.jsonl"
		[ -z "$$run_in" ] || rm -rf "$$run_in" input
		harness_text=
	done
	$(call document,workload,--argjson left "$$left_now" --slurpfile config doc/config.json --slurpfile looked "$$raw/looked.jsonl" --slurpfile outcomes "$$raw/outcomes.jsonl")
