# ask.sh: questions to the pipeline (goal/next.jq, explain/next.jq); sourced by the goals. One jq answers all
# questions of a run, for reading its program takes ten times as long as an answer: start_asking GOAL, then ask after
# ask, then stop_asking. All documents must be whole: the end of one that is cut short would be waited for.
. "${atesor_mk:?}/goal/lib/open.sh"
seen=''   # how many verdicts were told; none yet

# start_asking GOAL: two pipes lead to that jq (file descriptors 7 and 8); their names go as soon as both ends are open.
start_asking() {
	goal=$1
	case $goal in explain) program=explain/next;; *) program=goal/next;; esac
	whole_program "$program" | put raw/ask.jq
	rm -f raw/question raw/answer
	mkfifo raw/question raw/answer
	jq -rn --unbuffered -f raw/ask.jq <raw/question >raw/answer 9>&- &
	exec 7>raw/question 8<raw/answer
	rm raw/question raw/answer
	end=$(printf '\001')
}

stop_asking() { exec 7>&- 8<&-; }

# ask: puts the answer, which ends with a line of its own ($end), in $next.
ask() {
	next=
	question >&7 || return
	while IFS= read -r line <&8; do
		[ "$line" != "$end" ] || return 0
		next="$next$line
"
	done
	return 1
}

# question: the goal, how much was told, the trees and all documents, as one JSON text. The documents are JSON texts:
# they are put side by side as they are, which takes no time.
question() {
	awk -v goal="$goal" -v seen="$seen" -v trees="$(trees | paste -s -d ' ' -)" '
		BEGIN { printf "{\"goal\":\"%s\",\"seen\":\"%s\",\"trees\":\"%s\",\"docs\":{", goal, seen, trees }
		FNR == 1 { name = FILENAME; gsub(/.*\/|[.]json$/, "", name); printf "%s\"%s\":", separator, name; separator = "," }
		{ print }
		END { print "}}" }' doc/*.json
}

# fail_unjudged: documents that are no JSON, or not what the pipeline makes.
fail_unjudged() {
	fail "the documents in $out/doc can't be judged; remove the broken one, or all with 'make atesor-clean'"
}
