# workload.sh: how the workload is run, for all stages that run it. After settled_workload the workload is in the
# variables kind (program, harness or tests), template, workload_bin, check, input, iterations, driver, place,
# harness_text; what does not apply is empty. run_in, run_limit and highest_code are for trials of workloads
# (stage/workload/run.sh).
. "${atesor_mk?}/workload/harness.sh"

run_in='' run_limit='' highest_code=1 runner=''

# make_input KIND BYTES SEED: a generated input as $input; its name says what is in it, so that it is made once. For an
# interpreter it is a script, with BYTES times its work.
make_input() {
	mkdir -p input
	input=$PWD/input/$1-$2-$3
	[ ! -e "$input" ] || return 0
	case $1 in
	binary | text | json | csv) "${bin?}/atesor-input" --kind "$1" --bytes "$2" --seed "$3" >"$input.part" ;;
	*) filter workload/script -nj --arg language "$1" --arg n "$2" --arg seed "$3" >"$input.part" ;;
	esac
	mv "$input.part" "$input"
}

# wanted_input SEED: the input of the workload that is in the variables, where it is a generated one.
wanted_input() { [ -z "$bytes" ] || make_input "${input_kind?}" "$bytes" "$1"; }

# settled_workload: the workload from its document, with its input.
settled_workload() {
	variables=$(filter workload/settled -r --slurpfile config doc/config.json doc/base.workload.json)
	eval "$variables"
	export harness_text driver place
	wanted_input "${in_seed?}"
}

# command_beside WHICH SEED: a command beside the settled workload (the guard with this number, or train) in its
# variables. What it does not say, it takes from the workload (remember_workload).
command_beside() {
	variables=$(filter workload/beside -r --arg src "${src?}" --arg which "$1" doc/config.json)
	eval "$variables"
	wanted_input "$2"
}
remember_workload() {
	workload_template=${template?} workload_input=$input workload_kind=$input_kind workload_bytes=$bytes
	export kind workload_template workload_input workload_kind workload_bytes
}

# place_of SLOT: where the workload runs: in the tree, or in the directory of its benchmarks there.
place_of() { printf '%s' "tree/$1${place:+/$place}"; }

# time_workload OPTION…: atesor-time with these options runs the workload; its exit code is left in $code. A run that
# fails is an answer too, and so are codes up to $highest_code. $runner: words before it.
time_workload() {
	set -- "$@" --check "${check?}" --timeout "${run_limit:-$in_timeout}" --seed "$in_seed" --metric "${in_metric?}" \
		--stderr "${in_stderr?}" --cpu-bound "${in_cpu_bound?}" --same-time "${in_same_time?}" \
		--moment "${in_moment?}" --fresh --quiet
	[ -z "$in_cpu" ] || set -- "$@" --cpu "$in_cpu"
	if [ "$emulator" ]; then
		[ -z "$in_qemu_cpu" ] || set -- "$@" --env "QEMU_CPU=$in_qemu_cpu"
		if [ "$kind" = tests ]; then set -- "$@" --env "QEMU_LD_PREFIX=/usr/$atesor_cfg_TRIPLET"
		else set -- "$@" --emulator "$emulator"; fi
	fi
	eval 'for setting in '"${in_environment?}"'; do set -- "$@" --env "$setting"; done'
	[ -z "$input" ] || set -- "$@" --input "$input"
	[ -z "$iterations" ] || set -- "$@" --iterations "$iterations"
	if [ "$kind" = tests ]; then set -- "$@" -- /bin/sh -c "${test_command?}"
	else set -- "$@" --template "$template" --bin "${workload_bin?}"; fi
	code=0
	# shellcheck disable=SC2086 # the runner is words
	$runner "$bin/atesor-time" "$@" || code=$?
	[ $code -le $highest_code ] || exit $code
}

# time_runs RUNS FILE: that many runs of the baseline (or in $run_in).
time_runs() {
	: >"$2"
	time_workload --dir-a "${run_in:-tree/base}${place:+/$place}" --warmup 0 --calibrate 0 --rounds "$1" -o "$2"
}

# time_pair BASE-SLOT FILE: a session of the tune in $slot against that build. Its lines appear in the file whole or
# not at all.
time_pair() {
	set -- "$1" "$2" --rule "${in_rule?}" --effect "${now_effect?}" --rounds "${in_rounds?}" \
		--max-rounds "${in_max_rounds?}" --min-rounds "${now_min_rounds?}" --alpha "${in_paired_alpha?}" \
		--band-alpha "${in_band_alpha?}" --interval-alpha "${now_alpha?}" --resamples "${in_resamples?}" \
		--warmup "${in_warmup?}" --calibrate "${in_calibrate?}"
	set -- "$@" --warn-load "${in_warn_load?}" --warn-celsius "${in_warn_celsius?}" --warn-clock "${in_warn_clock?}" \
		--warn-contention "${in_warn_contention?}" --warn-first "${in_warn_first?}" --cpu-share "${now_cpu_share?}"
	base=$1 file=$2
	shift 2
	time_workload --dir-a "$(place_of "$base")" --dir-b "$(place_of "${slot?}")" "$@" --lock "${now_lock?}" \
		--label "atesor $slot" -o "$file"
}
