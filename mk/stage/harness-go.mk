# harness-go.mk: drivers of Go and Rust packages. A Go driver is the test binary of one directory with its benchmarks: the module's own, or
# BenchmarkAtesor, which was written for it; a Rust driver is a Cargo example. They are built in each tree as the tree was: with the settings
# (GOAMD64, GOFLAGS, RUSTFLAGS …) of its build.

# $(call own_source,FILE,COMMAND): the command, with the text as that file.
define own_source
if [ "$$harness_text" ]; then
	[ ! -e $1 ] || { echo "error: the package has a file $1 of its own"; exit 1; }
	trap 'rm -f $1' EXIT
	printf '%s\n' "$$harness_text" >$1
fi
code=0; $2 || code=$$?
[ "$$code" = 0 ] || exit "$$code"
endef

# The settings that a tree was built with, exported.
define tree_settings
$(setting)
tree_settings() {
	eval "$$(jq -r '(.args[12] | split(" ")[0]) as $$profile | .args[13:][] | select(test("^[A-Z_][A-Z0-9_]*=")) | "setting \(@sh) \($$profile | @sh)"' "doc/$$1.build.json")"
	export PATH="$$PWD/wrap/$$1:$$PATH"
}
endef

# go_harness SLOT, rust_harness SLOT: the driver becomes .atesor/harness in the directory where the workload runs. A source that was written for it
# is there only while it is built, for the package's tests shall not meet it.
define language_harness
$(tree_settings)
go_harness() { (
	tree_settings "$$1"
	cd "$(call at,$$1)" || exit
	mkdir -p .atesor
	$(call own_source,atesor_bench_test.go,go test -c -vet=off -o .atesor/harness .)
	[ -e .atesor/harness ] || { echo "error: no test files in $${place:-the module}"; exit 1; }
) }
rust_harness() { (
	tree_settings "$$1"
	cd "tree/$$1" || exit
	mkdir -p .atesor examples
	$(call own_source,examples/atesor_bench.rs,cargo build --release --offline --example atesor_bench)
	cp "$${CARGO_TARGET_DIR:-target}/release/examples/atesor_bench" .atesor/harness
) }
endef

# What an agent is told of a Go or Rust package's interface; and the benchmarks of a Go module: the directory that has most of them goes to looked.jsonl, or why there is none.
define look_at_go
if [ "$$(printf '%s' "$$package" | jq -r .language)" = go ] && [ -z "$$emulator" ]; then
	run_in=tree/look
	rm -rf "$$run_in" && "$$bin/atesor-tree" copy tree/base "$$run_in"
	( cd "$$run_in" && { go list -f '{{.ImportPath}} {{.Dir}}' ./... 2>&1; } ) >"$$raw/go-list" </dev/null || :
	( cd "$$run_in" && timeout "$$limit" go test -vet=off -list '^Benchmark' ./... 2>&1 ) >"$$raw/go-benchmarks" </dev/null || :
	( cd "$$run_in" && go doc -cmd -short . 2>/dev/null | head -n 400 | jq -Rnc '[inputs]' ) >"$$raw/functions.json" </dev/null
	jq -nc --arg tree "$$PWD/$$run_in" --rawfile list "$$raw/go-list" --rawfile benchmarks "$$raw/go-benchmarks" -f "$$filters/workload/go-benchmarks.jq" >>"$$raw/looked.jsonl"
	rm -rf "$$run_in"
elif [ "$$(printf '%s' "$$package" | jq -r .language)" = rust ]; then
	( cd tree/base && find . -name '*.rs' -path '*/src/*' -not -path './target/*' -exec grep -hE '^[ \t]*pub (fn|struct|trait|enum|mod) ' {} + | head -n 400 | jq -Rnc '[inputs]' ) >"$$raw/functions.json"
fi
endef
