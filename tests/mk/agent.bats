# The agent: a scripted one answers from files; what it says wrong is refused, told to it, and never run.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	package "$dir"
	export ATESOR_RUN_GOAL=0.2 ATESOR_RUN_SHORT=0 ATESOR_AGENT="$BATS_TEST_TMPDIR/agent" ATESOR_TUNES=4
	# The Nth question is kept as question.N and answered by the file answer.N, run if it is a program, else by nothing.
	mkdir "$BATS_TEST_TMPDIR/talk"
	cat >"$BATS_TEST_TMPDIR/agent" <<-A
	#!/bin/sh
	cd "$BATS_TEST_TMPDIR/talk"
	n=\$((\$(ls | grep -c question) + 1))
	cat >question.\$n
	if [ -x answer.\$n ]; then ./answer.\$n; elif [ -e answer.\$n ]; then cat answer.\$n; fi
	A
	chmod +x "$BATS_TEST_TMPDIR/agent"
}
answer() { printf '%s\n' "$2" >"$BATS_TEST_TMPDIR/talk/answer.$1"; }
asked() { jq -r "$2" "$BATS_TEST_TMPDIR/talk/question.$1"; }
choose() { run make -C "$dir" atesor-build "$@"; echo "$output"; jq '.data' "$dir.opt/doc/base.workload.json"; }
chosen() { jq -r "$1" "$dir.opt/doc/base.workload.json"; }

# A program that works on its stdin only with -x: no proposal of ours finds that.
secret_package() {
	cat >"$dir/sum.c" <<'C'
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv)
{
	unsigned long sum = argc > 1 && !strcmp(argv[1], "-p") ? getpid() : 0;
	if (argc < 2 || (strcmp(argv[1], "-x") && strcmp(argv[1], "-p")))
		return fputs("no\n", stderr), 2;
	for (int c; (c = getchar()) != EOF;)
		for (int i = 0; i < 20; i++)
			sum = sum * 31 + (sum >> 7 ^ (unsigned long)c);
	printf("%lu\n", sum);
	return 0;
}
C
	sed -i '/^ATESOR_WORKLOAD/d; /^ATESOR_TEST/d' "$dir/Makefile"
}

@test "a command of the agent is used; hostile, malformed and unrepeatable ones before it are refused, told to it, and not run" {
	secret_package
	answer 1 "{\"template\":\"{bin} -x < {input} ; touch $BATS_TEST_TMPDIR/made\",\"input\":\"text\"}"
	answer 2 "{\"template\":\"{bin} -x {input} '/etc/passwd'\",\"input\":\"text\"}"
	answer 3 'I would suggest {bin}'
	printf '#!/bin/sh\nhead -c 10000000 /dev/zero | tr "\\0" x\n' >"$BATS_TEST_TMPDIR/talk/answer.4"
	chmod +x "$BATS_TEST_TMPDIR/talk/answer.4"
	answer 5 '{"template":"{bin} -p < {input}","input":"text","cost_usd":0.25}'
	answer 6 '{"template":"{bin} -y < {input}","input":"text"}'
	answer 7 '{"template":"{bin} -x < {input}","program":"sum","input":"json","cost_usd":0.5}'
	choose
	[ "$(chosen '.data | .source + " " + .by + " " + .template + " " + .input.kind')" = "program agent {bin} -x < {input} json" ]
	[ "$(chosen '.data.agent | "\(.questions) \(.cost_usd)"')" = "7 0.75" ]
	[ "$(asked 1 '.role + " \(.round) " + .programs[0].path + " " + .programs[0].help[0]')" = "workload-program 1 sum no" ]
	[[ "$(asked 7 '.errors | length')" = 6 ]]
	[[ "$(asked 7 .errors[0].error)" == *"';' is not allowed"* ]]
	[[ "$(asked 7 .errors[1].error)" == *"only letters, digits"* ]]
	[ "$(asked 7 .errors[2].error)" = "the answer is no JSON object" ]
	[ "$(asked 7 .errors[3].error)" = "the answer is longer than 256 KiB" ]
	[[ "$(asked 7 .errors[4].error)" == *"different output"* ]]
	[[ "$(asked 7 .errors[5].error)" == *"exit 2: no"* ]]
	[ "$(asked 7 '.errors[5].answer.template')" = "{bin} -y < {input}" ]
	[ ! -e "$BATS_TEST_TMPDIR/made" ]
	[ "$(stat -c %s "$dir.opt/raw/base.workload/agent.4.answer")" -le 262145 ]
}

@test "an error that comes again ends the rounds at the third; our own proposals follow" {
	secret_package
	for n in 1 2 3 4; do answer $n '{"template":"{bin} -y < {input}","input":"text"}'; done
	choose
	[ "$(ls "$BATS_TEST_TMPDIR/talk" | grep -c question)" = 3 ]
	[ "$(chosen '.status + " \(.data.agent.questions)"')" = "failed 3" ]
	[ "$(chosen '[.data.refused[] | select(.by == null)] | length > 0')" = true ]
	[ "$(chosen '.data.advice | length')" = 3 ]
}

@test "an agent that hangs is ended and the second is asked once; with little budget none is" {
	secret_package
	printf '#!/bin/sh\nsleep 600\n' >"$BATS_TEST_TMPDIR/slow"
	chmod +x "$BATS_TEST_TMPDIR/slow"
	answer 1 '{"template":"{bin} -x < {input}","input":"text"}'
	choose ATESOR_AGENT="$BATS_TEST_TMPDIR/slow $BATS_TEST_TMPDIR/agent" ATESOR_AGENT_TIMEOUT=5
	[[ $output == *"no answer from $BATS_TEST_TMPDIR/slow (exit 124)"* ]]
	[ "$(chosen .data.by)" = agent ]
	rm -r "$dir.opt/doc/base.workload.json" "$BATS_TEST_TMPDIR/talk/question.1"
	choose ATESOR_BUDGET=590
	[ ! -e "$BATS_TEST_TMPDIR/talk/question.1" ]
	[ "$(chosen .status)" = failed ]
	choose ATESOR_AGENT=$BATS_TEST_TMPDIR/slow ATESOR_AGENT_TIMEOUT=1
	[ "$(chosen '.data.refused[0].reason')" = "no answer" ]
}

@test "a harness of the agent: what does not compile, does not repeat or crashes goes back; the source is in the report" {
	echo 'int mix(const unsigned char *b, int n) { int s = 0; for (int i = 0; i < n; i++) s = s * 31 + (s >> 3 ^ b[i]); return s; }' >"$dir/mix.c"
	echo 'int mix(const unsigned char *b, int n);' >"$dir/mix.h"
	printf 'libmix.a: mix.c\n\t$(CC) -O1 -c mix.c && rm -f libmix.a && $(AR) rc libmix.a mix.o\nATESOR_BUILD = make\ninclude %s\n' "$ROOT/mk/atesor.mk" >"$dir/Makefile"
	write() { jq -n --arg source "$2" '{source: $source, input: "binary"}' >"$BATS_TEST_TMPDIR/talk/answer.$1"; }
	head='#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "mix.h"
static unsigned char b[1 << 20];
int main(int argc, char **argv) { int n = (int)fread(b, 1, sizeof b, fopen(argv[2], "rb")); unsigned s = 0;
for (long i = atol(argv[1]); i--;) { b[0] = (unsigned char)s; s += mix(b, n); } '
	write 1 'int main(void) { return undeclared; }'
	write 2 "$head printf(\"ATESOR-CHECK %d\\n\", getpid()); return 0; }"
	write 3 "$head abort(); }"
	write 4 "$head printf(\"ATESOR-CHECK %u\\n\", s); return argc < 2; }"
	choose
	[ "$(chosen '.data | .source + " " + .by + " " + .kind')" = "harness agent harness" ]
	[ "$(asked 1 '.role + " " + (.functions | join(",")) + " " + (.headers | join(","))')" = "harness-c mix mix.h" ]
	[[ "$(asked 4 .errors[0].error)" == *"undeclared"* ]]
	[[ "$(asked 4 .errors[1].error)" == *"different output"* ]]
	[[ "$(asked 4 .errors[2].error)" == *"signal 6"* ]]
	run make -C "$dir" optimize
	echo "$output"
	[ "$(result "$dir" '.data.tunes[0].verdict | IN("faster", "slower", "no change", "accepted", "not confirmed")')" = true ]
	grep -q '^- harness, from harness by the agent' "$dir.opt/report.md"
	grep -q 'b\[0\] = (unsigned char)s' "$dir.opt/report.md"
}

@test "the example agent asks an endpoint, and shows its key to no one" {
	command -v curl >/dev/null || skip "needs curl: apt-get install curl"
	cat >"$BATS_TEST_TMPDIR/server.py" <<'P'
import http.server, json, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        json.dump({'key': self.headers['Authorization'], 'body': body}, open(sys.argv[1] + '/got', 'w'))
        reply = json.dumps({'choices': [{'message': {'content': 'Here:\n```json\n{"template": "{bin} -x < {input}", "input": "text"}\n```'}}]}).encode()
        self.send_response(200)
        self.send_header('Content-Length', str(len(reply)))
        self.end_headers()
        self.wfile.write(reply)
    def log_message(self, *rest): pass
server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
open(sys.argv[1] + '/port', 'w').write(str(server.server_port))
server.timeout = 300
server.handle_request()
P
	python3 "$BATS_TEST_TMPDIR/server.py" "$BATS_TEST_TMPDIR" 3>&- &
	await [ -s "$BATS_TEST_TMPDIR/port" ]
	port=$(cat "$BATS_TEST_TMPDIR/port")
	export AGENT_URL="http://127.0.0.1:$port/v1/chat/completions" AGENT_MODEL=some-model AGENT_KEY=secret-key
	run "$ROOT/examples/agent/ask" <<<'{"role":"workload-program","rules":"Do as told.","programs":[{"path":"sum"}]}'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output != *secret-key* ]]
	[ "$(tail -n 1 <<<"$output" | jq -r .template)" = "{bin} -x < {input}" ]
	[ "$(jq -r '.key + " " + .body.model' "$BATS_TEST_TMPDIR/got")" = "Bearer secret-key some-model" ]
	[[ "$(jq -r '.body.messages[0].content' "$BATS_TEST_TMPDIR/got")" == *"Do as told."* ]]
	unset AGENT_URL
	run "$ROOT/examples/agent/ask" </dev/null
	[ "$status" -ne 0 ]
	[[ $output == *"say where the endpoint is"* ]]
}

@test "Go: the agent's BenchmarkAtesor is built in each tree and compares its result; a bad one is told why" {
	command -v go >/dev/null || skip "needs go: apt-get install golang-go"
	rm -rf "$dir" "$dir.opt"
	mkdir -p "$dir"
	printf 'module p\ngo 1.18\n' >"$dir/go.mod"
	printf 'package main\nfunc Mix(s uint64) uint64 { return s*31 + (s >> 7) }\nfunc main() {}\n' >"$dir/main.go"
	printf 'ATESOR_BUILD = go build -o p .\nATESOR_PROGRAMS = p\ninclude %s/mk/atesor.mk\n' "$ROOT" >"$dir/Makefile"
	machine_known "$dir"
	jq -n --arg source 'package main
	import ("fmt"; "testing")
	func BenchmarkAtesor(b *testing.B) {
		s := uint64(1)
		for i := 0; i < b.N; i++ { s = Mix(s) }
		fmt.Println("\nATESOR-CHECK", s)
	}' '{source: $source}' >"$BATS_TEST_TMPDIR/talk/good"
	cat >"$BATS_TEST_TMPDIR/agent" <<-A
	#!/bin/sh
	cd "$BATS_TEST_TMPDIR/talk"
	n=\$((\$(ls | grep -c question) + 1))
	cat >question.\$n
	[ "\$(jq -r .role question.\$n)" = harness-go ] || exit 0
	if [ "\$(jq -r .round question.\$n)" = 1 ]; then echo '{"source":"package main"}'; else cat good; fi
	A
	choose
	[ "$(chosen '.data | .source + " " + .by + " " + .driver + " " + .check')" = "harness agent go lines:ATESOR-CHECK" ]
	[ "$(chosen '.data.compares')" = true ]
	last=$(ls "$BATS_TEST_TMPDIR/talk" | grep -c question)
	[[ "$(asked "$last" '.errors[0].error')" == *"no func BenchmarkAtesor"* ]]
	[ "$(asked "$last" '.functions | length > 0')" = true ]
	[ ! -e "$dir.opt/tree/base/atesor_bench_test.go" ]
}

@test "Rust: the agent's Cargo example is built in each tree" {
	command -v cargo >/dev/null || skip "needs cargo"
	rm -rf "$dir" "$dir.opt"
	mkdir -p "$dir/src"
	printf '[package]\nname = "p"\nversion = "0.1.0"\nedition = "2021"\n' >"$dir/Cargo.toml"
	printf 'pub fn mix(s: u64) -> u64 { s.wrapping_mul(31).wrapping_add(s >> 7) }\n' >"$dir/src/lib.rs"
	printf 'fn main() { println!("{}", p::mix(1)); }\n' >"$dir/src/main.rs"
	printf 'ATESOR_BUILD = cargo build --release --offline\nATESOR_PROGRAMS = target/release/p\ninclude %s/mk/atesor.mk\n' "$ROOT" >"$dir/Makefile"
	machine_known "$dir"
	source='fn main() { let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap(); let mut s = 1; for _ in 0..n * 1000 { s = p::mix(s); } println!(\"ATESOR-CHECK {}\", s); }'
	cat >"$BATS_TEST_TMPDIR/agent" <<-A
	#!/bin/sh
	cd "$BATS_TEST_TMPDIR/talk"
	n=\$((\$(ls | grep -c question) + 1))
	cat >question.\$n
	[ "\$(jq -r .role question.\$n)" = harness-rust ] || exit 0
	printf '%s' '{"source":"$source"}'
	A
	choose
	[ "$(chosen '.data | .source + " " + .by + " " + .driver')" = "harness agent rust" ]
	[ ! -e "$dir.opt/tree/base/examples/atesor_bench.rs" ]
}
