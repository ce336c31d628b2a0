load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

input() {
	"$BIN/atesor-input" "$@"
}

@test "sizes are exact, in every kind; too small is a usage error that says how much is needed" {
	for kind in binary text json csv; do
		for bytes in 256 257 1000 4096 65537 200000 1M; do
			[ "$(input --kind $kind --bytes $bytes | wc -c)" = "$(numfmt --from=iec $bytes)" ]
		done
	done
	[ "$(input --kind binary --bytes 0 | wc -c)" = 0 ]
	[ "$(input --kind text --bytes 1 | wc -c)" = 1 ]
	run -2 input --kind json --bytes 2
	[[ $output == *"json needs at least 3"* ]]
	run -2 input --kind csv --bytes 255
	[[ $output == *"csv needs at least 256"* ]]
}

@test "json is one document for jq, nested, at every size" {
	for bytes in 3 4 100 2051 2052 2053 5000 70000; do
		[ "$(input --kind json --bytes $bytes | jq -s 'length')" = 1 ]
	done
	input --kind json --bytes 1M >big.json
	[ "$(jq 'map(.id) == [range(length)]' big.json)" = true ]
	jq -e 'length > 2000 and all(.[]; .address.geo.lat | type == "number") and any(.[]; .history | length == 3)' big.json
	jq -e 'map(.history[].note, .tags[]) | add | test("\"") and test("\\\\") and test("é") and test("😀") and test("\n")' big.json
	jq -e 'map(.level) | (unique | length) == 4' big.json
}

@test "csv has a header and eight columns in every record, with commas, quotes and line breaks in fields" {
	command -v python3 >/dev/null || skip "no python3 to read CSV with"
	for bytes in 256 300 2000 100001; do
		input --kind csv --bytes $bytes >data.csv
		python3 - <<'PY'
import csv
rows = list(csv.reader(open("data.csv", newline=""), strict=True))
assert rows[0] == ["id", "date", "name", "city", "amount", "quantity", "status", "comment"], rows[0]
assert len(rows) > 1 and {len(row) for row in rows} == {8}
assert [row[0] for row in rows[1:]] == [str(n) for n in range(len(rows) - 1)]
assert all(float(row[4]) < 1e6 for row in rows[1:])
if len(rows) > 500:
    comments = [row[7] for row in rows]
    assert any("," in c for c in comments) and any('"' in c for c in comments) and any("\n" in c for c in comments)
PY
	done
}

@test "text: lines of at most 77 columns, and word frequencies that fall as Zipf's law says" {
	input --kind text --bytes 2M >text
	[ "$(awk '{ if (length > most) most = length } END { print most + 0 }' text)" -le 77 ]
	[ "$(grep -c '^$' text)" -gt 1000 ]
	tr -cs 'a-z' '\n' <text | sort | uniq -c | sort -rn | awk '{ print $1 }' >counts
	# Mandelbrot's form, 1/(rank + 2.7): rank 1 to rank 100 is as 102.7 to 3.7.
	ratio=$(awk 'NR == 1 { first = $1 } NR == 100 { print int(first / $1) }' counts)
	[ "$ratio" -ge 18 ]
	[ "$ratio" -le 40 ]
	[ "$(wc -l <counts)" -gt 5000 ]
}

@test "binary has structure and noise: it shrinks to between a quarter and two thirds" {
	input --kind binary --bytes 4M >data
	packed=$(gzip -c data | wc -c)
	[ "$packed" -gt $((4194304 / 4)) ]
	[ "$packed" -lt $((4194304 * 2 / 3)) ]
}

@test "the same words give the same bytes; another seed gives others; the beginning does not depend on the size" {
	for kind in binary text json csv; do
		input --kind $kind --seed a --bytes 100000 >a
		input --kind $kind --seed a --bytes 100000 | cmp - a
		run -1 cmp -s a <(input --kind $kind --seed b --bytes 100000)
		cmp <(input --kind $kind --seed a --bytes 300000 | head -c 50000) <(head -c 50000 a)
	done
	cmp <(input --kind text --bytes 1000) <(input --kind text --bytes 1000 --seed atesor-measure)
}

@test "a reader that leaves early gets no message; a full disk is an error" {
	run bash -c 'set -o pipefail; "$1/atesor-input" --kind text --bytes 50M | head -c 10 >/dev/null' - "$BIN"
	[ "$status" = 141 ]
	[ -z "$output" ]
	run bash -c 'trap "" PIPE; set -o pipefail; "$1/atesor-input" --kind text --bytes 50M | head -c 10 >/dev/null' - "$BIN"
	[ "$status" = 141 ]
	[ -z "$output" ]
	run -3 bash -c '"$1/atesor-input" --kind text --bytes 1M >/dev/full' - "$BIN"
	[[ $output == *"No space left"* ]]
}

@test "usage: missing and unknown words are named" {
	run -2 input --bytes 10
	[[ $output == *"--kind"* ]]
	run -2 input --kind text
	[[ $output == *"--bytes"* ]]
	run -2 input --kind xml --bytes 10
	[[ $output == *"not 'xml'"* ]]
	run -2 input --kind text --bytes 10x
	[[ $output == *"'10x'"* ]]
	run -2 input --kind text --bytes 10 more
	[[ $output == *"'more'"* ]]
	run -0 input --help
	run -0 input --version
}
