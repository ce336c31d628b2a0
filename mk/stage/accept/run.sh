#!/bin/sh
# accept: the artifacts of the accepted tune, whole or not at all. The slot is "kept": one document, whatever the
# tune, says what accepted/ holds now.
set -eu
. "${atesor_mk:?}/base/stage.sh"

begin accept "$1"
verify_tree "${in_tune?}"
built_files "$in_tune" >"$raw/artifacts"
rm -rf accepted.part
mkdir accepted.part
while IFS= read -r path; do
	mkdir -p "accepted.part/$(dirname "$path")"
	cp -p -- "tree/$in_tune/$path" "accepted.part/$path"
done <"$raw/artifacts"
rm -rf accepted
mv accepted.part accepted
# shellcheck disable=SC2119 # there are no raw files
document
