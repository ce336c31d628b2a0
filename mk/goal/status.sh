# status.sh: make atesor-status: what comes next, and what is known so far. Nothing is made.
set -eu
. "${atesor_mk:?}/goal/lib/ask.sh"

# next_steps: what the pipeline wants now. Its answer is read, not carried out.
next_steps() (
	goals=''
	# shellcheck disable=SC2317  # the answer calls it
	request() { :; }
	eval "$next"
	printf "next: '%s'\n" "$goals"
)

open_out
jq empty doc/*.json || fail_unjudged
start_asking all
ask || fail_unjudged
stop_asking
next_steps
filter_all goal/status -r
