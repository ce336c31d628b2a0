# stage.sh: what the scripts of all stages share. A stage's run.sh SLOT begins with
#
#     set -eu
#     . "${atesor_mk:?}/base/stage.sh"
#     begin STAGE "$1"
#
# and ends with `document`. It runs in ATESOR_OUT and reads its inputs as $in_NAME: one that is not in its request
# (policy/requests.jq) ends it at once. $now_NAME is what holds now and makes no document stale (now_known there).
. "${atesor_mk:?}/base/shell.sh"

# begin STAGE SLOT: the request as variables; $raw is the stage's directory for raw data, $log the one for its logs.
begin() {
	# A variable of the environment is no input.
	for name in $(env | sed -n 's/^\(\(in\|now\)_[a-z0-9_]*\)=.*/\1/p'); do unset "$name"; done
	stage=$1 slot=$2 request=request/$2.$1.json raw=raw/$2.$1 log=log/$2.$1
	started=$(date +%s.%N) broken_code='' broken=''
	export started broken_code broken
	variables=$(filter stage/inputs -r "$request")
	eval "$variables"
	rm -rf "$raw" "$log"
	mkdir -p "$raw"
	trap 'exit 130' INT
}

# stop CODE REASON: there is no answer, for this reason; the document will say so.
stop() { broken_code=$1 broken=$2; }

# document JQ-OPTION…: the stage's document.jq reads the raw files and gives the document, which appears whole.
document() {
	filter "stage/$stage/document" -n --slurpfile request "$request" "$@" >"doc/$slot.$stage.json.part"
	mv -f "doc/$slot.$stage.json.part" "doc/$slot.$stage.json"
}

# run_lines COMMAND…: runs it with the lines of stdin as further words.
run_lines() {
	while IFS= read -r line; do set -- "$@" "$line"; done
	"$@" </dev/null
}

# verify_tree SLOT: the files in the tree are the ones that were built. If not, the tree is in doubt: the stage makes no
# document, and the pipeline asks for the build first.
verify_tree() {
	built_sums "$1" >"$raw/sums.$1"
	[ -s "$raw/sums.$1" ] || return 0
	if ! ( cd "tree/$1" && sha256sum --quiet --check --strict - ) <"$raw/sums.$1" >&2; then
		rm -f "built/$1"
		say "the files in tree/$1 are not the ones that were built: it is built again"
		exit 0
	fi
}

# drop_documents SLOT.STAGE… REASON: what these documents say of is not there any more. They go, the stage makes no
# document, and the pipeline asks for them first.
drop_documents() {
	while [ $# -gt 1 ]; do rm -f "doc/$1.json"; shift; done
	say "$1"
	exit 0
}
