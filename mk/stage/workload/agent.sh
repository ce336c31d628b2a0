# agent.sh: asks the agent (ATESOR_AGENT). One question on stdin, one answer on stdout, both kept beside the stage's
# raw files. What it says is bounded in size and time, and nothing of it is run here.

# ask_one PROGRAM SECONDS QUESTION ANSWER: its answer, of at most 256 KiB and a byte, so that a longer one shows. Its
# exit code goes to ANSWER.code unless it is 0, what it says on stderr to ANSWER.said.
ask_one() {
	{ { MAKEFLAGS='' timeout -k 2 "$2" "$1" <"$3" 2>&3 || echo $? >"$4.code"; } | head -c 262145 >"$4"; } 3>&1 |
		{ head -c 4096; cat >/dev/null; } >"$4.said" || :
}
size_of() { wc -c <"$1"; }
program_of() { case $1 in /*) echo "$1" ;; */*) echo "${src?}/$1" ;; *) echo "$1" ;; esac; }

# ask_agents SECONDS QUESTION ANSWER: the second agent gets the question when the first gave no answer in time.
ask_agents() {
	seconds=$1 asked=$2 answered=$3
	eval "set -- ${in_agent?}"
	for agent; do
		agent=$(program_of "$agent")
		ask_one "$agent" "$seconds" "$asked" "$answered"
		[ -e "$answered.code" ] || [ ! -s "$answered" ] || return 0
		[ "$(size_of "$answered")" -le 262144 ] || return 0
		say "no answer from $agent$([ ! -e "$answered.code" ] || printf ' (exit %s)' "$(cat "$answered.code")")"
		rm -f "$answered.code"
		: >"$answered"
	done
}

# ask_round: one round: the question, and the answer in variables; what is wrong with it stops the candidate.
ask_round() {
	round=$((round + 1))
	question=${raw?}/agent.$round.question.json answer=$raw/agent.$round.answer
	filter workload/question -n --slurpfile request "${request?}" --slurpfile inventory "$raw/inventory.jsonl" \
		--slurpfile functions "$raw/functions.json" --slurpfile headers "$raw/headers.json" "$raw/outcomes.jsonl" >"$question"
	ask_agents "${agent_limit?}" "$question" "$answer"
	variables=$(filter workload/answer -nr --rawfile text "$answer" --slurpfile config doc/config.json \
		--slurpfile inventory "$raw/inventory.jsonl")
	eval "$variables"
	[ -z "$broken_code" ] && [ "${kind?}" = program ] || return 0
	"${bin?}/atesor-time" --vet --template "${template?}" 2>"$raw/said" || stop template_refused \
		"the template is refused: $(sed 's/^[a-z-]*: error: [a-z-]*: //; q' "$raw/said")"
}
