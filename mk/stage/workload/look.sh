# look.sh: what the package makes, for a workload that nobody named: its programs and what they say of themselves, the
# functions and headers of its libraries, the benchmarks of a Go module. Programs, benchmarks and drivers go to
# inventory.jsonl as {path?, class, …} a line.

# look_at_package: all of it. Programs are asked in a copy of the tree.
look_at_package() {
	run_in=tree/look
	copy_baseline "$run_in"
	exported_functions >"${raw?}/exported"
	look_at_programs
	rm -rf "$run_in"
	public_headers
	case ${in_package_language?} in
	go) [ "$emulator" ] || look_at_go ;;
	rust) rust_interface >"$raw/functions.json" ;;
	esac
	[ ! -s "$raw/headers" ] || generate_drivers
}

copy_baseline() {
	rm -rf "$1"
	"${bin?}/atesor-tree" copy tree/base "$1"
}

# defined_symbols FILE, undefined_symbols FILE: by name, without versions.
defined_symbols() {
	{ nm -D --defined-only "$1"; nm -g --defined-only "$1"; } 2>/dev/null |
		awk '$2 ~ /^[TWi]$/ { sub(/@.*/, "", $3); print $3 }'
}
used_symbols() {
	{ nm -D --undefined-only "$1"; nm --defined-only "$1"; } 2>/dev/null |
		awk '{ name = $NF; sub(/@.*/, "", name); if (name != "main" && name !~ /^_(init|fini|start)$/) print name }'
}

# exported_functions: of all libraries that the package makes.
exported_functions() {
	eval "set -- ${in_package_libraries?}"
	for library; do defined_symbols "tree/base/$library"; done | LC_ALL=C sort -u
}
# calls_of FILE: how many of them the file calls (or holds, when it is linked statically).
calls_of() { used_symbols "$1" | LC_ALL=C sort -u | LC_ALL=C comm -12 - "$raw/exported" | wc -l; }

# ask_for_help FILE OPTION: what the program prints, with little around it.
ask_for_help() {
	# shellcheck disable=SC2086 # the emulator is words
	( cd "$run_in" && { env -i PATH="$PATH" HOME="$PWD" LC_ALL=C TERM=dumb \
		${emulator:+${in_qemu_cpu:+"QEMU_CPU=$in_qemu_cpu"}} timeout -k 1 5 $emulator "./$1" "$2" </dev/null 2>&1 || :; } |
		head -c 65536 | head -n 20 )
}

# look_at_programs: every program is asked for its help: {path, class, help: [line], calls?} a line. One whose work is
# on the system is not run for that either (asked.jq).
look_at_programs() {
	filter workload/asked -r "${request?}" >"$raw/programs"
	while IFS='|' read -r class options file; do
		calls=''
		[ "$class" = program ] || calls=$(calls_of "tree/base/$file")
		: >"$raw/help"
		for option in $options; do [ -s "$raw/help" ] || ask_for_help "$file" "$option" >"$raw/help"; done
		filter workload/program -Rnc --arg path "$file" --arg class "$class" --arg calls "$calls" "$raw/help"
	done <"$raw/programs" >>"$raw/inventory.jsonl"
}

# public_headers: the exported functions, and the headers in which one of them stands.
public_headers() {
	jq -Rnc '[inputs][:400]' "$raw/exported" >"$raw/functions.json"
	exported=$PWD/$raw/exported
	( cd tree/base && find . -name '*.h' -size -512k | sed 's|^[.]/||' | head -n 2000 |
		while IFS= read -r file; do ! grep -qwFf "$exported" "$file" || printf '%s\n' "$file"; done ) >"$raw/headers"
	jq -Rnc '[inputs][:50]' "$raw/headers" >"$raw/headers.json"
}

# look_at_go: what an agent is told of a Go module's interface; and the directory that has most benchmarks, or why
# there is none.
look_at_go() {
	copy_baseline "$run_in"
	( cd "$run_in" && go list -f '{{.ImportPath}} {{.Dir}}' ./... 2>&1 ) >"$raw/go-list" </dev/null || :
	( cd "$run_in" && timeout "${now_limit?}" go test -vet=off -list '^Benchmark' ./... 2>&1 ) >"$raw/go-benchmarks" \
		</dev/null || :
	( cd "$run_in" && go doc -cmd -short . 2>/dev/null | head -n 400 ) </dev/null |
		jq -Rnc '[inputs]' >"$raw/functions.json"
	filter workload/go-benchmarks -nc --arg tree "$PWD/$run_in" --rawfile list "$raw/go-list" \
		--rawfile benchmarks "$raw/go-benchmarks" >>"$raw/inventory.jsonl"
	rm -rf "$run_in"
}

# rust_interface: the public items of a crate, as JSON.
rust_interface() {
	( cd tree/base && find . -name '*.rs' -path '*/src/*' -not -path './target/*' \
		-exec grep -hE '^[ \t]*pub (fn|struct|trait|enum|mod) ' {} + ) | head -n 400 | jq -Rnc '[inputs]'
}
