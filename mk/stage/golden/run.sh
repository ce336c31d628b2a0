#!/bin/sh
# golden: what the verified build computes in several configurations (atesor-hash). Its document holds what --save
# keeps. The rows may write into the tree: if the stage is interrupted, the tree is built again.
set -eu
. "${atesor_mk:?}/base/stage.sh"

begin golden "$1"
verify_tree "$slot"
rm -f "built/$slot"
record=$PWD/$raw/record.json
eval "set -- ${in_rows?}"
code=0
( cd "tree/$slot" && exec "$bin/atesor-hash" "$@" --save "$record" --command "${in_command?}" ) \
	>/dev/null 2>"$raw/error" || code=$?
[ $code -le 1 ] || printf null >"$record"
: >"built/$slot"
document --slurpfile record "$record" --arg code "$code" --arg error "$(head -n 1 "$raw/error")"
