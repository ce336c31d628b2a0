#!/bin/sh
# plan: which of the package's build commands are repeated, and why the others are not.
set -eu
. "${atesor_mk:?}/base/stage.sh"
. "$atesor_mk/base/replay.sh"

begin plan "$1"
answer package_commands "$bin/atesor-replay" plan --source "$src" >"$raw/plan.jsonl"
: >"$raw/artifacts.jsonl"
[ -z "$in_recipe" ] || package_commands "$bin/atesor-replay" plan --source "$src" --artifacts >"$raw/artifacts.jsonl"
document --slurpfile found "$raw/plan.jsonl" --slurpfile artifacts "$raw/artifacts.jsonl"
