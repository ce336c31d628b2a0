# harness-go.sh: drivers of Go and Rust packages. A Go driver is the test binary of one directory with its benchmarks:
# the module's own, or BenchmarkAtesor, which was written for it; a Rust driver is a Cargo example. They are built in
# each tree as the tree was: with the settings (GOAMD64, GOFLAGS, RUSTFLAGS …) of its build. The driver becomes
# .atesor/harness in the directory where the workload runs.

# tree_settings SLOT: the settings that a tree was built with, exported.
tree_settings() {
	variables=$(filter workload/tree-settings -r "doc/$1.build.json")
	eval "$variables"
	export_settings "${tree_profile?}" "${tree_words?}"
	export PATH="$PWD/wrap/$1:$PATH"
}

# with_source FILE COMMAND…: the command, with the driver's text as that file. A source that was written for the
# package is there only while it is built: the package's tests shall not meet it.
with_source() {
	own=$1
	shift
	if [ "$harness_text" ]; then
		[ ! -e "$own" ] || { echo "error: the package has a file $own of its own"; exit 1; }
		trap 'rm -f "$own"' EXIT
		printf '%s\n' "$harness_text" >"$own"
	fi
	"$@"
}

go_harness() (
	tree_settings "$1"
	cd "$(place_of "$1")" || exit
	mkdir -p .atesor
	with_source atesor_bench_test.go go test -c -vet=off -o .atesor/harness . || exit
	[ -e .atesor/harness ] || { echo "error: no test files in ${place:-the module}"; exit 1; }
)

rust_harness() (
	tree_settings "$1"
	cd "tree/$1" || exit
	mkdir -p .atesor examples
	with_source examples/atesor_bench.rs cargo build --release --offline --example atesor_bench || exit
	cp "${CARGO_TARGET_DIR:-target}/release/examples/atesor_bench" .atesor/harness
)
