#!/bin/sh
# integrity: does this machine compute right? Unchanged code that gives wrong data makes every timing meaningless: one
# bad round trip ends the run.
set -eu
. "${atesor_mk:?}/base/stage.sh"

begin integrity "$1"
code=0
"$bin/atesor-integrity" --rounds "${in_rounds?}" --bytes "${in_bytes?}" --seconds "${in_seconds?}" \
	>"$raw/integrity.json" || code=$?
document --slurpfile found "$raw/integrity.json" --arg code "$code"
