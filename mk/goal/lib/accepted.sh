# accepted.sh: what atesor-package and atesor-apply share; sourced by them.
. "${atesor_mk:?}/goal/lib/open.sh"

# accepted_slot: the slot of the accepted tune; where result.json has none, it says why, and what to do.
accepted_slot() {
	refused=$(filter accepted/refusal -r result.json)
	[ -z "$refused" ] || fail "$refused"
	jq -r .data.accepted.slot result.json
}
