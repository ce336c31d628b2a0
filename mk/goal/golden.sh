# golden.sh: make atesor-golden: does the verified build compute the same in all rows of ATESOR_GOLDEN_ROWS
# (atesor-hash(1))?
set -eu
. "${atesor_mk:?}/goal/lib/run.sh"
: "${atesor_cfg_GOLDEN?}"

# A failure is no answer that stays.
check_answer() {
	reason=$(filter_all golden/ended -r)
	[ -z "$reason" ] || { rm -f doc/vrfy.golden.json; fail "$reason"; }
}

[ "$atesor_cfg_GOLDEN" ] || fail "ATESOR_GOLDEN names no command that prints '<name> <64 hex digits>' lines"
open_out
run_pipeline golden
check_source
[ "$settled" ] || check_answer
jq -c .data doc/vrfy.golden.json | put golden.json
settle
code=0; "$bin/atesor-hash" --merge golden.json || code=$?
say "the results are in $out/golden.json"
exit "$code"
