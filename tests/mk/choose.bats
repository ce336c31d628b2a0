# Choosing a workload: what the package is, what is proposed, and what is refused.
load package

package_of() { jq -nc -L "$ROOT/mk" --argjson files "$1" --argjson named "$2" --argjson commands "$3" 'include "policy/package"; package($files; $named; $commands)'; }

@test "files are libraries, own programs or helpers by their type and directory; what is named is what it is named as" {
	local files='[{"path":"libz.so.1","kind":"elf","type":"shared"},{"path":"libz.a","kind":"archive"},{"path":"src/tool","kind":"elf","type":"pie"},
	  {"path":"Tests/run","kind":"elf","type":"exec"},{"path":"a/bench/x","kind":"elf","type":"pie"},{"path":"latest/fuzzy","kind":"elf","type":"pie"},
	  {"path":"demo/shown","kind":"elf","type":"pie"},{"path":"x.o","kind":"elf","type":"object"}]'
	run package_of "$files" '{"libs":[],"programs":["demo/shown","src/other"]}' '[]'
	echo "$output"
	[ "$output" = '{"kind":"library+programs","language":"c","libraries":["libz.so.1","libz.a"],"programs":["demo/shown","src/tool","latest/fuzzy"],"helpers":["Tests/run","a/bench/x"]}' ]
	[ "$(package_of '[{"path":"tests/a","type":"pie"}]' '{"libs":[],"programs":[]}' '[]' | jq -r .kind)" = unknown ]
	[ "$(package_of '[{"path":"a","type":"pie"}]' '{"libs":[],"programs":[]}' '[]' | jq -r .kind)" = program ]
	[ "$(package_of '[{"path":"tests/a","type":"pie"},{"path":"l.a","kind":"archive"}]' '{"libs":[],"programs":[]}' '[]' | jq -r .kind)" = library ]
}

@test "the language is that of the build's commands, whole words only" {
	language() { package_of '[]' '{"libs":[],"programs":[]}' "$(jq -nc '$ARGS.positional' --args "$@")" | jq -r .language; }
	[ "$(language 'cd cmd && go build ./...')" = go ]
	[ "$(language 'make' '/usr/lib/go-1.23/bin/go build -o x')" = go ]
	[ "$(language 'cargo build --release')" = rust ]
	[ "$(language '(cd x; rustc a.rs)')" = rust ]
	[ "$(language 'make go-faster' './configure --with-cargo=no' 'cmake -DGO=1 .')" = c ]
	[ "$(language)" = c ]
}

proposed() {   # proposed FILE PATH: what is proposed for a program that says that
	jq -Rnc --arg path "$2" '{path: $path, help: [inputs]}' "$ROOT/tests/data/help/$1" | jq -r -L "$ROOT/mk" 'include "workload/lib/proposals"; proposals | "\(.template)  \(.input)"'
}

@test "proposals by name, over what real programs say" {
	[ "$(proposed gzip src/gzip)" = "{bin} -nc < {input} > {output}  text" ]
	[ "$(proposed bzip2 bzip2)" = "{bin} -c < {input} > {output}  text" ]
	[ "$(proposed zstd programs/zstd)" = "{bin} -q -c < {input} > {output}  text" ]
	[ "$(proposed lua src/lua)" = "{bin} {input}  lua" ]
	[ "$(proposed lua src/lua5.4)" = "{bin} {input}  lua" ]
	[ "$(proposed sqlite3 .libs/lt-sqlite3)" = "{bin} :memory: < {input}  sql" ]
	[ "$(proposed jq jq | tail -n 1)" = "{bin} -c . {input} > {output}  json" ]
}

@test "proposals by help alone: stdin, -c, two files, -o, and what is read" {
	[ "$(proposed gzip packer)" = $'{bin} -c < {input} > {output}  text\n{bin} -c {input} > {output}  text\n{bin} {input} > {output}  text' ]
	[ "$(proposed base64 encoder | head -n 1)" = "{bin} < {input} > {output}  text" ]
	[ "$(proposed xxd dumper | head -n 1)" = "{bin} {input} {output}  text" ]
	[ "$(proposed iconv conv | sed -n 2,3p)" = $'{bin} -o {output} {input}  text\n{bin} {input} -o {output}  text' ]
	[[ "$(proposed jq query)" == "{bin} < {input} > {output}  json"* ]]
	[ "$(jq -nr -L "$ROOT/mk" 'include "workload/lib/proposals"; {path: "csvtool"} | [proposals | .template + " " + .input] | join(", ")')" = "{bin} < {input} > {output} csv, {bin} {input} > {output} csv" ]
}

@test "programs whose work is on the system are never run on a guess" {
	for name in sbin/reboot rm dd mkfs.ext4 useradd kill sshd umount; do
		[ "$(jq -nc -L "$ROOT/mk" --arg path "$name" 'include "workload/lib/proposals"; [{path: $path, help: ["reads standard input"]} | proposals]')" = "[]" ]
	done
	[ "$(jq -nc -L "$ROOT/mk" 'include "workload/lib/proposals"; [{path: "zstd"} | proposals] | length')" = 1 ]
}

candidates() {   # candidates CONFIG PACKAGE INVENTORY TEST: the sources, with what is run or why not
	jq -nr -L "$ROOT/mk" --argjson c "$1" --argjson package "$2" --argjson inventory "$3" --arg test "$4" 'include "workload/lib/candidates";
		candidates({workload: "", harness: "", check: "", input: null, input_min: 1048576} + $c; {bin: "", tests: $test, package: $package}; $inventory)[]
		| "\(.source) \(.bin // "") \(.template // .reason // "")"'
}

@test "the sources come in order: what the maintainer says alone, else programs, harness, helper programs, tests" {
	local package='{"language":"c","libraries":["libx.a"]}' inventory='[{"path":"a","class":"program","help":["reads stdin"]},{"path":"bzip2","class":"program","help":[]},
	  {"path":"test/t","class":"helper","help":["reads stdin"],"calls":0},{"path":"test/u","class":"helper","help":["reads stdin"],"calls":3}]'
	run candidates '{}' "$package" "$inventory" "make check"
	echo "$output"
	[ "$(cut -d ' ' -f 1,2 <<<"$output" | tr '\n' ',')" = "program bzip2,program a,program a,harness ,helper-program test/t,helper-program test/u,helper-program test/u,tests ," ]
	[[ $output == *"helper-program test/t it calls nothing of the package's libraries"* ]]
	[[ $output == *"program bzip2 {bin} -c < {input} > {output}"* ]]
	run candidates '{"workload":"{bin} x","input":null}' "$package" "$inventory" "make check"
	[ "$output" = "maintainer  {bin} x" ]
	run candidates '{"harness":"b.c","input":{"kind":"text","bytes":1}}' "$package" "$inventory" ""
	[ "$output" = "maintainer .atesor/harness {bin} {iterations} {input}" ]
	run candidates '{}' '{"language":"c","libraries":[]}' '[]' ""
	[ "$output" = "" ]
}

# mixer: a filter that works on its stdin, with the packages' usual help; PROGRAM of the package.
filter_package() {
	package "$dir"
	cat >"$dir/sum.c" <<'C'
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc > 1 && !strcmp(argv[1], "--help"))
		return puts("Usage: mix [OPTION]\nMixes standard input.") < 0;
	unsigned long sum = argc > 1;
	for (int c; (c = getchar()) != EOF;)
		for (int i = 0; i < 20; i++)
			sum = sum * 31 + (sum >> 7 ^ (unsigned long)c);
	printf("%lu\n", sum);
	return 0;
}
C
	sed -i '/^ATESOR_WORKLOAD/d; /^ATESOR_TEST/d' "$dir/Makefile"
	export ATESOR_RUN_GOAL=0.3 ATESOR_RUN_SHORT=0
}

@test "a filter gets its workload from its help: it is proven, timed and told of" {
	short
	dir=$BATS_TEST_TMPDIR/p
	filter_package
	optimize "$dir"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" '.data.workload | .source + " " + .template')" = "program {bin} < {input} > {output}" ]
	[ "$(result "$dir" .data.package.kind)" = program ]
	[ "$(result "$dir" '.data.status | IN("accepted", "no gain", "not confirmed")')" = true ]
	grep -q '^- program, from program: `{bin} < {input} > {output}`' "$dir.opt/report.md"
}

@test "commands that do not work on their input, fail, or wreck it are refused with their reasons, and the lines to add are shown" {
	short
	dir=$BATS_TEST_TMPDIR/p
	filter_package
	cat >"$dir/sum.c" <<'C'
#include <stdio.h>
#include <unistd.h>
#include <string.h>
int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == '-' && argv[1][1] != 'o')
		return puts("Usage: p [-o FILE] [FILE]\nReads standard input.") < 0;
	if (argc == 3)
		return !strcmp(argv[1], "-o") ? unlink(argv[2]) * 0 + 7 : 0;
	if (argc == 4)
		return unlink(strcmp(argv[1], "-o") ? argv[1] : argv[3]) + unlink("sum");
	return argc == 2 ? fputs("warning\n", stderr) < 0 : puts("constant") < 0;
}
C
	before=$(sha256sum "$dir/sum.c")
	optimize "$dir"
	echo "$output"
	jq . "$dir.opt/doc/base.workload.json"
	[ "$status" -eq 0 ]
	[ "$(result "$dir" .data.status)" = "not measured" ]
	[[ "$(result "$dir" '.data.workload.refused[] | select(.template == "{bin} < {input} > {output}") | .reason')" == *"the same for another input"* ]]
	[[ "$(result "$dir" '.data.workload.refused[] | select(.template == "{bin} -o {output} {input}") | .reason')" == *"output file"* ]]
	[[ "$(result "$dir" '.data.workload.refused[] | select(.template == "{bin} {input} > {output}") | .reason')" == *"stderr"* ]]
	[ "$(result "$dir" '.data.advice | join("|")')" = "ATESOR_PROGRAMS = sum|ATESOR_WORKLOAD = {bin} < {input} > {output}|ATESOR_INPUT    = text:16M" ]
	[[ $output == *"ATESOR_WORKLOAD = {bin} < {input} > {output}"* ]]
	grep -q '^ATESOR_PROGRAMS = sum$' "$dir.opt/report.md"
	grep -q 'the same for another input' "$dir.opt/report.md"
	[ ! -e "$dir.opt/doc/tun4.build.json" ]
}

@test "a helper program is used only when it calls into the package's library" {
	short
	dir=$BATS_TEST_TMPDIR/p
	filter_package
	mkdir "$dir/tests"
	sed 's/int main/int mix_it/' "$dir/sum.c" >"$dir/mix.c"
	rm "$dir/sum.c"
	echo 'int mix_it(int, char **); int main(int argc, char **argv) { return mix_it(argc, argv); }' >"$dir/tests/drive.c"
	echo 'int main(void) { return 0; }' >"$dir/tests/other.c"
	{ printf 'all: mix.c\n\t$(CC) -O1 -c mix.c && rm -f libmix.a && $(AR) rc libmix.a mix.o\n\t$(CC) -O1 -o tests/drive tests/drive.c libmix.a\n'
	printf '\t$(CC) -O1 -o tests/other tests/other.c\nATESOR_BUILD = make\ninclude %s\n' "$ROOT/mk/atesor.mk"; } >"$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.workload | .source + " " + .bin + " " + .template')" = "helper-program tests/drive {bin} < {input} > {output}" ]
	[ "$(result "$dir" '.data.workload.refused[] | select(.bin == "tests/other") | .reason')" = "it calls nothing of the package's libraries" ]
	[ "$(result "$dir" .data.package.kind)" = library ]
	[ "$(result "$dir" '.data.required | index("tests/drive") != null')" = true ]
}

@test "scripts for interpreters print another line for another size, the same each time" {
	command -v mawk >/dev/null || skip "needs mawk: apt-get install mawk"
	script() { jq -nj -L "$ROOT/mk" --arg l "$1" --arg n "$2" 'include "workload/lib/scripts"; script($l; $n; $seed)' --arg seed "${3:-a}" >"$BATS_TEST_TMPDIR/s"; }
	for one in "awk mawk -f" "sh sh" "python python3" "perl perl"; do
		set -- $one
		script "$1" 3; a=$("${@:2}" "$BATS_TEST_TMPDIR/s"); b=$("${@:2}" "$BATS_TEST_TMPDIR/s")
		script "$1" 4; c=$("${@:2}" "$BATS_TEST_TMPDIR/s")
		[ "$a" ] && [ "$a" = "$b" ] && [ "$a" != "$c" ]
		script "$1" 3 b; d=$("${@:2}" "$BATS_TEST_TMPDIR/s")
		[ "$a" != "$d" ]
	done
}

@test "every command of the table is a template" {
	jq -nr -L "$ROOT/mk" 'include "workload/lib/proposals"; (by_name[], by_help[]).commands[], without_help[]' | while IFS= read -r template; do
		"$BIN/atesor-time" --vet --template "$template" 2>"$BATS_TEST_TMPDIR/said" || [ $? -eq 1 ] || { cat "$BATS_TEST_TMPDIR/said"; false; }
	done
	[ "$(jq -nr -L "$ROOT/mk" 'include "workload/lib/proposals"; include "workload/lib/scripts"; by_name[].input | select(IN("text", "json", "csv", "binary", script_languages[]) | not)')" = "" ]
}

probe() {   # probe DECLARATION… : the types of the functions f1 f2 …, and what is written for them
	local n=0 at=$BATS_TEST_TMPDIR
	printf '#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n' >"$at/p.c"
	for line in "$@"; do n=$((n + 1)); echo "$line; __typeof__(f$n) *atesor_api_f$n;" >>"$at/p.c"; done
	gcc -g -shared -fPIC -o "$at/p.so" "$at/p.c"
	"$BIN/atesor-api" "$at/p.so" >"$at/api"
}

@test "the types of functions, through typedefs and qualifiers" {
	probe 'unsigned long f1(unsigned long s, const unsigned char *b, size_t n)' 'typedef const void *cv; typedef int32_t i; i f2(cv const b, i n, char *restrict o, uint32_t *m)' \
	  'void f3(void)' 'int f4(const char *, ...)' 'double f5(_Bool x, struct s *p, short k, const uint64_t *q)'
	run jq -r '"\(.name) \(.result.class)\(.result.bytes // "") (" + ([.parameters[] | "\(.class)\(.bytes // "")"] | join(" ")) + ") \(.whole)"' "$BATS_TEST_TMPDIR/api"
	echo "$output"
	[ "$output" = "f1 integer8 (integer8 in integer8) true
f2 integer4 (in integer4 out integer_out4) true
f3 void () true
f4 integer4 (in) false
f5 other (other other integer2 other) true" ]
	run "$BIN/atesor-api" "$BATS_TEST_TMPDIR/none"
	[ "$status" -eq 3 ]
	run "$BIN/atesor-api" "$BATS_TEST_TMPDIR/p.c"
	[ "$status" -eq 3 ]
}

@test "drivers are written for buffers in and numbers or buffers out, compile, and for nothing else" {
	probe 'unsigned f1(const void *b, size_t n)' 'int f2(unsigned char *o, unsigned long *m, const unsigned char *b, unsigned long n)' 'long f3(const char *b, char *o, int n, int m)' \
	  'size_t f4(void *o, size_t m, const void *b, size_t n)' 'int f5(const char *text)' 'int f6(FILE *c, const void *b, size_t n)' 'void f7(const void *b, size_t n)' 'size_t f8(const void *b, size_t n, void *o, size_t m)'
	sed 's/; __typeof__.*/;/' "$BATS_TEST_TMPDIR/p.c" >"$BATS_TEST_TMPDIR/p.h"
	jq -c '. + {header: "p.h"}' "$BATS_TEST_TMPDIR/api" | jq -nc -f "$ROOT/mk/workload/harness-shapes.jq" >"$BATS_TEST_TMPDIR/drivers"
	[ "$(jq -r '.function + " " + .input' "$BATS_TEST_TMPDIR/drivers" | tr '\n' ',')" = "f1 binary,f2 text,f3 text,f4 text,f8 text," ]
	for n in 1 2 3 4 5; do
		sed -n "${n}p" "$BATS_TEST_TMPDIR/drivers" | jq -r .harness_text >"$BATS_TEST_TMPDIR/d.c"
		gcc -Wall -Werror -c -o "$BATS_TEST_TMPDIR/d.o" "$BATS_TEST_TMPDIR/d.c"
	done
	grep -q 'f8(b, n, o, 2 \* MOST + 4096)' "$BATS_TEST_TMPDIR/d.c"
	echo '{"name":"f_free","header":"p.h","whole":true,"result":{"class":"integer","bytes":4},"parameters":[{"class":"in"},{"class":"integer","bytes":8}]}' | jq -nc -f "$ROOT/mk/workload/harness-shapes.jq" >"$BATS_TEST_TMPDIR/none"
	[ ! -s "$BATS_TEST_TMPDIR/none" ]
}

@test "examples/library goes to a result through a driver written for it, which the report shows" {
	short
	export ATESOR_RUN_GOAL=0.3 ATESOR_RUN_SHORT=0 ATESOR_OUT="$BATS_TEST_TMPDIR/l.opt" ATESOR_TEST_RUNS=1
	run make -C "$ROOT/examples/library" optimize
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(result "$BATS_TEST_TMPDIR/l" '.data.workload | .source + " " + .kind')" = "harness harness" ]
	[ "$(result "$BATS_TEST_TMPDIR/l" '.data.status | IN("accepted", "no gain", "not confirmed")')" = true ]
	grep -q 'adler(s, b, n)' "$BATS_TEST_TMPDIR/l.opt/report.md"
}

@test "of a Go module the directory with the most benchmarks is taken; no benchmarks and a failing build say so" {
	benchmarks() { jq -nc -L "$ROOT/mk" --arg tree /t/look --arg list "$1" --arg benchmarks "$2" -f "$ROOT/mk/workload/go-benchmarks.jq"; }
	list=$'p /t/look\np/a /t/look/a\np/b/c /t/look/b/c'
	[ "$(benchmarks "$list" $'BenchmarkX\nok  \tp\t0.01s\n?   \tp/a\t[no test files]\nBenchmarkY\nBenchmarkZ\nok  \tp/b/c\t0.02s')" = '{"class":"go-benchmarks","place":"b/c","benchmarks":2,"package":"p/b/c"}' ]
	[ "$(benchmarks "$list" $'BenchmarkX\nok  \tp\t0.01s' | jq -r .place)" = "" ]
	[ "$(benchmarks "$list" $'ok  \tp\t0.01s' | jq -r .reason)" = "the module has no benchmarks (func BenchmarkX)" ]
	[ "$(benchmarks "$list" $'# p\n./x_test.go:3:1: syntax error\nFAIL\tp [build failed]' | jq -r .reason)" = "go test finds no benchmark: # p" ]
	[ "$(benchmarks "$list" $'BenchmarkX\nFAIL\tp\t0.01s\nBenchmarkY\nok  \tp/a\t0.01s' | jq -r .place)" = a ]
}

@test "a program that works on the system is not even asked for its help" {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
	printf '#include <stdio.h>\nint main(void) { FILE *f = fopen("%s/ran", "a"); return !f || fclose(f); }\n' "$BATS_TEST_TMPDIR" >"$dir/sum.c"
	sed -i 's/^sum: /kill: /; s/make sum/make kill/; s/PROGRAMS = sum/PROGRAMS = kill/; /^ATESOR_WORKLOAD/d; /^ATESOR_TEST/d' "$dir/Makefile"
	optimize "$dir"
	echo "$output"
	[ ! -e "$BATS_TEST_TMPDIR/ran" ]
	[[ "$(result "$dir" '.data.workload.refused[] | select(.bin == "kill") | .reason')" == *"works on the system"* ]]
}

@test "what nobody vouches for is not tried when the budget is used up, and that is said; what the maintainer names is" {
	cd "$BATS_TEST_TMPDIR"
	# next LEFT WORKLOAD: the number of the candidate that is tried next
	next() {
		jq -nc --arg w "$2" '{data: {workload: $w, harness: "", check: "", input: null, input_min: 1048576, agent: [], agent_rounds: 3, agent_max_rounds: 8, agent_step_min: 600}}' >config.json
		jq -nr -L "$ROOT/mk" --argjson left "$1" --arg src / --slurpfile config config.json \
			--argjson request '[{"inputs": {"bin": "tool", "tests": "make check", "package": {"libraries": [], "programs": ["tool"], "helpers": [], "language": "c"}}}]' \
			--argjson inventory '[{"path": "tool", "class": "program", "help": ["reads standard input"]}]' -f "$ROOT/mk/workload/next.jq" </dev/null | grep '^n='
	}
	[ "$(next 1 "")" = "n='0'" ]
	[ "$(next 0 "")" = "" ]
	[ "$(next 0 "{bin} x")" = "n='0'" ]
}

@test "an agent proposes no commands for interpreters and for programs that work on the system" {
	proposable() { jq -nc -L "$ROOT/mk" --arg path "$1" 'include "workload/lib/proposals"; {path: $path} | proposable'; }
	for name in src/kill bin/find perl lua5.4 bash csh xargs busybox python3.11; do [ "$(proposable "$name")" = false ]; done
	for name in gzip src/jq tool sqlite-dump; do [ "$(proposable "$name")" = true ]; done
}

go_package() {
	mkdir -p "$1/hash"
	printf 'module p\ngo 1.18\n' >"$1/go.mod"
	cat >"$1/hash/hash.go" <<'G'
package hash

type Mixer interface{ Mix(uint64) uint64 }
type Fast struct{ K uint64 }

func (f Fast) Mix(x uint64) uint64 { return (x ^ f.K) * 0x9e3779b97f4a7c15 }
func Sum(m Mixer, data []byte) uint64 {
	s := uint64(1)
	for _, b := range data {
		s = m.Mix(s + uint64(b))
	}
	return s
}
G
	cat >"$1/hash/hash_test.go" <<'G'
package hash

import "testing"

var data = make([]byte, 4096)
var sink uint64

func BenchmarkSum(b *testing.B) {
	for i := 0; i < b.N; i++ {
		sink += Sum(Fast{uint64(i)}, data)
	}
}
func TestSum(t *testing.T) {
	if Sum(Fast{1}, nil) != 1 {
		t.Fatal("sum")
	}
}
G
	printf 'package main\nimport ("fmt"; "p/hash")\nfunc main() { fmt.Println(hash.Sum(hash.Fast{1}, []byte("x"))) }\n' >"$1/main.go"
	printf 'ATESOR_BUILD = go build -o p .\nATESOR_TEST = go test ./...\nATESOR_PROGRAMS = p\ninclude %s/mk/atesor.mk\n' "$ROOT" >"$1/Makefile"
}

@test "Go: the module's own benchmarks are the workload, and its profile goes into the build" {
	newest_go
	short
	export ATESOR_TUNES=1 ATESOR_PGO=auto ATESOR_KEEP=1 ATESOR_RUN_GOAL=0.3 ATESOR_RUN_SHORT=0
	dir="$BATS_TEST_TMPDIR/g o"
	go_package "$dir"
	optimize "$dir"
	echo "$output"
	jq .data "$dir.opt/doc/base.workload.json"
	[ "$(result "$dir" '.data.workload | .source + " " + .place + " " + .driver')" = "go-benchmarks hash go" ]
	[ "$(result "$dir" '.data.workload.iterations > 100')" = true ]
	if [ "$(go version | sed 's/.*go1[.]\([0-9]*\).*/\1/')" -ge 20 ]; then
		[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .flags | endswith("GOFLAGS=-buildvcs=false -pgo={profile}/cpu.pprof")')" = true ]
		go version -m "$dir.opt/tree/pgo1/p" | grep -q 'pgo=.*profile/go/cpu.pprof'
		[[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .verdict')" != *"failed" ]]
	else
		[[ "$(result "$dir" '.data.left_out[] | select(.slot == "pgo1") | .reason')" == *"has no -pgo"* ]]
	fi
}
