# agent.mk: asks the agent (ATESOR_AGENT). One question on stdin, one answer on stdout, both kept beside the stage's raw files; what it
# says is bounded in size and time, and nothing of it is run here.

# ask_agent SECONDS QUESTION ANSWER: the second agent gets the question when the first gave no answer in time.
define ask_agent
ask_agent() {
	for agent in $$atesor_cfg_AGENT; do
		case $$agent in /*) ;; */*) agent=$$src/$$agent;; esac
		{ { MAKEFLAGS= timeout -k 2 "$$1" "$$agent" <"$$2" 2>&3 || echo $$? >"$$3.code"; } 9>&- | head -c 262145 >"$$3"; } 3>&1 | { head -c 4096; cat >/dev/null; } >"$$3.said" || :
		[ -e "$$3.code" ] || [ ! -s "$$3" ] || return 0
		[ "$$(wc -c <"$$3")" -le 262144 ] || return 0
		say "no answer from $$agent$$([ ! -e "$$3.code" ] || printf ' (exit %s)' "$$(cat "$$3.code")")"
		rm -f "$$3.code"
		: >"$$3"
	done
}
endef

# One round: the question, the answer as shell variables, and what is wrong with it in $broken.
define agent_round
round=$$((round + 1))
question=$$raw/agent.$$round.question.json answer=$$raw/agent.$$round.answer
jq -n -L "$$filters" --slurpfile looked "$$raw/looked.jsonl" --slurpfile functions "$$raw/functions.json" --slurpfile headers "$$raw/headers.json" -f "$$filters/workload/question.jq" "$$raw/outcomes.jsonl" >"$$question"
ask_agent "$$agent_limit" "$$question" "$$answer"
eval "$$(jq -nr -L "$$filters" --rawfile text "$$answer" --slurpfile config doc/config.json --slurpfile looked "$$raw/looked.jsonl" -f "$$filters/workload/answer.jq")"
if [ -z "$$broken" ] && [ "$$kind" = program ]; then
	"$$bin/atesor-time" --vet --template "$$template" 2>"$$raw/said" || broken="the template is refused: $$(sed 's/^[a-z-]*: error: [a-z-]*: //; q' "$$raw/said")"
fi
endef
