# harness.sh: the driver of a library, built in each tree. A driver in C or C++ is compiled plainly, the same for all
# builds, and linked with the library of the tree by the tree's compiler. Its source is the file in ATESOR_HARNESS, or
# the text in $harness_text, which was written for the package. A shared library is found by its soname through an
# rpath; no library may stay unfound or come from the system instead. Drivers of Go and Rust: harness-go.sh.
. "${atesor_mk?}/stage/build/settings.sh"
. "$atesor_mk/workload/harness-go.sh"

# harness_for SLOT: where the workload is a harness, builds it in that tree; a failure stops the stage's work.
harness_for() {
	[ "${kind?}" = harness ] || return 0
	! build_harness "$1" >"${raw?}/harness.log" 2>&1 || return 0
	stop harness_does_not_build "the harness does not build: $(first_error_of "$raw/harness.log")"
}
first_error_of() { grep -m 1 -i error "$1" || tail -n 1 "$1"; }

# build_harness SLOT: once for each source, driver and state of the files that it names.
build_harness() (
	key="${driver?} $place ${in_harness?} $(printf '%s' "$harness_text" | sha256sum)"
	key="$key $(jq -r .data.files_sha256 doc/source.json)"
	[ "$(cat "tree/$1/.atesor/key" 2>/dev/null)" != "$key" ] || exit 0
	rm -rf "tree/$1/.atesor"
	mkdir "tree/$1/.atesor"
	case $driver in
	go | rust) "${driver}_harness" "$1" || exit ;;
	*) ( native_harness "$1" ) || exit ;;
	esac
	printf '%s\n' "$key" >"tree/$1/.atesor/key"
)

# native_harness SLOT: compiles and links .atesor/harness in the tree.
native_harness() {
	mkdir -p "tree/$1/.atesor/lib"
	wrap=$PWD/wrap/$1
	functions=$(filter workload/harness-libs -r --arg libs "$(eval "printf '%s ' ${in_libs?}")" doc/base.facts.json &&
		filter workload/harness-includes -r doc/base.build.json) || exit
	eval "$functions"
	cc=$(jq -r .request.inputs.cc doc/base.build.json) cxx=$(jq -r .request.inputs.cxx doc/base.build.json)
	cd "tree/$1" || exit
	[ -z "$harness_text" ] || printf '%s\n' "$harness_text" >.atesor/harness.c
	# shellcheck disable=SC2086 # ATESOR_HARNESS is words
	compile_and_link $in_harness
}

# compile_and_link [FILE WORD…]: the driver's source, and words for its link. Options among them are for its compile,
# too.
compile_and_link() {
	file=${1:-.atesor/harness.c}
	[ $# = 0 ] || shift
	case $file in
	*.c) linker=${emulator:+$atesor_cfg_TRIPLET-g}cc compiler=$cc ;;
	*) linker=${emulator:+$atesor_cfg_TRIPLET-}c++ compiler=$cxx ;;
	esac
	# shellcheck disable=SC2046,SC2016 # the options are words, and $ORIGIN is the loader's
	with_includes "$compiler" -O2 -c "$file" -o .atesor/harness.o $(compile_options "$@") && link_names &&
		link_libraries "$wrap/$linker" -o .atesor/harness .atesor/harness.o "$@" '-Wl,-rpath,$ORIGIN/lib' &&
		loads_own_libraries
}

# compile_options WORD…: the options among the words, with their values.
compile_options() {
	before=''
	for word; do
		case $before$word in -*) printf '%s ' "$word" ;; esac
		case $word in -[IDU] | -include | -isystem | -iquote | -idirafter) before=- ;; *) before='' ;; esac
	done
}

loads_own_libraries() {
	for name in .atesor/lib/*; do
		[ ! -L "$name" ] || loaded_libraries | grep -qF "$PWD/.atesor/lib/" || {
			echo "error: the harness does not load the library of the tree"
			return 1
		}
	done
}
loaded_libraries() {
	# shellcheck disable=SC2086 # the emulator is words
	if [ "$emulator" ]; then on_target $emulator -E LD_TRACE_LOADED_OBJECTS=1 .atesor/harness; else ldd .atesor/harness; fi
}
