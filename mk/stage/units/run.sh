#!/bin/sh
# units: the objects that a build made, in one order: trials of atesor-explain name them by their numbers. The list lies
# beside the document.
set -eu
. "${atesor_mk:?}/base/stage.sh"

begin units "$1"
list=doc/$slot.units.jsonl
filter stage/units/units -nc "wrap/$slot/log.jsonl" >"$list.part"
mv -f "$list.part" "$list"
document --slurpfile units "$list" --arg units_sha256 "$(hash_of "$list")"
