# training.sh: the training's runs of a build that records (stages train and sample), on an input that is not the one
# that is timed; and the tool that works on clang's profiles.

# run_training FILE: three runs; their lines go to the file, the profile to profile/SLOT. $runner: words before the
# timer.
run_training() {
	timed_on="${template?} $([ -z "$input" ] || hash_of "$input")"
	remember_workload
	command_beside train atesor-train
	trained_on="$template $([ -z "$input" ] || hash_of "$input")"
	export trained_on timed_on
	harness_for "${slot?}"
	: >"$1"
	rm -rf "profile/$slot"
	mkdir -p "profile/$slot"
	[ "$broken_code" ] ||
		time_workload --dir-a "$(place_of "$slot")" --warmup 0 --calibrate 0 --rounds 3 -o "$1"
}

# keep_profile NAME: what is built with is a copy: a later build of the recording tree may run its own programs and
# count on.
keep_profile() {
	rm -rf "profile/$1"
	cp -R "profile/$slot" "profile/$1"
}

# profdata OPTION…: llvm-profdata of the slot's compiler, which has the compiler's version in its name.
profdata() {
	tool=$("${in_cc?}" -print-prog-name=llvm-profdata)
	if command -v "$tool" >/dev/null; then "$tool" "$@"
	else stop no_llvm_profdata "llvm-profdata was not found: install the package llvm"; fi
}
