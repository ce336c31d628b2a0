# open.sh: how every goal begins; sourced by the goals. open_out checks the settings, goes to ATESOR_OUT, keeps other
# runs out of it (file descriptor 9 is the lock) and writes down what is given: doc/config.json, doc/source.json,
# doc/machine.json.
. "${atesor_mk:?}/base/shell.sh"
: "${atesor_cfg_SRC?}" "${atesor_cfg_OUT?}" "${atesor_cfg_RECIPE?}" "${atesor_cfg_JUNIT?}"
: "${atesor_cfg_TARGET?}" "${atesor_cfg_TRIPLET?}"

open_out() {
	enter_out
	check_junit
	[ -d accepted ] || rm -f doc/kept.accept.json
	printf '%s\n' "$settings" | put doc/config.json
	find_emulator
	export src out bin emulator
	describe
}

# enter_out: the settings are checked, and ATESOR_OUT is ours alone. Nothing is written down yet.
enter_out() {
	find_programs
	find_places
	read_settings
	lock_out
}

# The programs lie beside the fragments when installed (PREFIX/bin), in build/bin of a source tree; atesor_bin is for
# tests.
find_programs() {
	for bin in "${atesor_bin:-}" "$atesor_mk/../build/bin" "$atesor_mk/../../bin"; do
		[ ! -x "$bin/atesor-time" ] || break
	done
	[ -x "$bin/atesor-time" ] ||
		fail "the programs are not there: build atesor first (make in the directory above $atesor_mk)"
	command -v jq >/dev/null || fail "jq was not found: install the package jq"
}

find_places() {
	src=$(cd "$atesor_cfg_SRC" 2>/dev/null && pwd -P) || fail "ATESOR_SRC is no directory: '$atesor_cfg_SRC'"
	[ "$atesor_cfg_OUT" ] || fail "ATESOR_OUT must not be empty: say where the results go, outside $src"
	out=$(realpath -m -- "$atesor_cfg_OUT")
	case $out/ in "$src"/*) fail "ATESOR_OUT must be outside the source: '$out' is inside '$src'";; esac
}

read_settings() {
	errors='' settings='' files=''
	words=$(filter goal/config -nr)
	eval "$words"
	[ -z "$errors" ] || { printf '%s\n' "$errors" >&2; exit 2; }
}

lock_out() {
	mkdir -p "$out"
	cd "$out" || exit
	[ -e doc/config.json ] || [ -z "$(ls -A)" ] || fail "ATESOR_OUT is not empty and not ours: '$out'"
	mkdir -p doc raw tree built wrap log request
	exec 9>lock
	flock -n 9 || fail "another run works in '$out'"
	rm -f doc/*.part
}

check_junit() {
	[ "$atesor_cfg_JUNIT" ] || return 0
	case $(realpath -m -- "$atesor_cfg_JUNIT")/ in
	"$src"/*) fail "ATESOR_JUNIT must be outside the source, which is only read: '$atesor_cfg_JUNIT'";;
	esac
}

# Which emulator: Debian's static one, or the other.
find_emulator() {
	emulator=
	case $atesor_cfg_TARGET in ''|native) return;; esac
	emulator=qemu-$atesor_cfg_TARGET-static
	command -v "$emulator" >/dev/null || emulator=qemu-$atesor_cfg_TARGET
	command -v "$emulator" >/dev/null ||
		fail "ATESOR_TARGET=$atesor_cfg_TARGET needs an emulator: install the package qemu-user-static"
	emulator="$emulator -L /usr/$atesor_cfg_TRIPLET"
}

# describe: the source, with all that else goes into a build, and the machine, as documents. A probe that fails says
# why in its own stage.
describe() {
	manifest=$("$bin/atesor-tree" manifest "$src" --list raw/source.list)
	file_hashes=$(hash_files) || exit 2
	file_hashes=$(printf '%s\n' "$file_hashes" | sha256sum)
	recipe_hash=$(hash_recipe)
	environment_hash=$(build_environment | sha256sum)
	fingerprint=$(probe_target --fingerprint) || :
	filter goal/found -nc --argjson manifest "$manifest" --arg files "${file_hashes%% *}" \
		--arg recipe "${recipe_hash%% *}" --arg environment "${environment_hash%% *}" \
		--arg fingerprint "$fingerprint" >raw/found
	sed -n 1p raw/found | put doc/source.json
	sed -n 2p raw/found | put doc/machine.json
}

# The files that settings name: they may lie outside the source, whose hash then says nothing of them.
hash_files() {
	[ "$files" ] || return 0
	printf '%s\n' "$files" | while IFS= read -r named; do
		file=${named#*|}
		( cd "$src" && [ -f "$file" ] && sha256sum <"$file" ) ||
			fail "ATESOR_${named%%|*} names no file that can be read: '$file'"
	done
}

# The recipe, without what earlier runs recorded in it (accepted/record.sh): that is no part of what is built.
hash_recipe() {
	[ "$atesor_cfg_RECIPE" ] || return 0
	recipe=${atesor_cfg_RECIPE%% *}
	cd "$src" || exit
	[ -r "$recipe" ] || fail "ATESOR_RECIPE is no file that can be read: '$atesor_cfg_RECIPE'"
	jq -c 'del(.packages[]?[]?.optimizations?)' "$recipe" 2>/dev/null | sha256sum
}

# The variables of the environment that builds read.
build_environment() {
	compilers='CC|CXX|CPP|LD|AR|NM|RANLIB|(C|CXX|CPP|LD|AS|F|FC)FLAGS|LIBS'
	paths='PKG_CONFIG_[A-Z]*|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|LIBRARY_PATH|ACLOCAL_PATH|CONFIG_SITE'
	languages='GO(FLAGS|OS|ARCH|AMD64|ARM64|RISCV64|EXPERIMENT)|CGO_[A-Z]*|RUSTFLAGS|CARGO_[A-Z_]*'
	env | grep -E "^($compilers|$paths|$languages)=" | LC_ALL=C sort
}
