# run.sh: the loop that asks the pipeline which documents are wanted, has them made and asks again; sourced by the
# goals.
#
#     run_pipeline GOAL makes what the goal wants; $ran says that something was made, $settled that nothing had to
#                       be asked
#     check_source      the source is as it was when the run began
#     settle            the last step of a goal: when nothing is wanted any more, the next run need not ask
. "${atesor_mk:?}/goal/lib/ask.sh"
ran=''
export broken=''   # why the run has no end, for the report

# The answer is shell text, which sets goals (the documents to make, as make goals; empty: none is wanted), seen (how
# many verdicts were told) and variables of the stages, and calls say and request. A command whose document does not
# satisfy the pipeline would be asked for again for ever: the same answer twice ends that.
run_pipeline() {
	goal=$1 settled=1
	! is_settled || return 0
	settled='' goals='' last=''
	rm -f "raw/settled.$goal"
	remove_failures
	start_asking "$goal"
	while :; do
		asked=$(basis)
		ask || fail_unjudged
		eval "$next"
		[ "$goals" ] || break
		[ "$next" != "$last" ] || fail "no valid document came from: $goals"
		last=$next ran=1
		make_documents
	done
}

# request SLOT.STAGE JSON: what is asked of a stage, as a file, whole or not at all.
request() {
	printf '%s\n' "$2" >"request/$1.part"
	mv -f "request/$1.part" "request/$1.json"
}

# failures: the documents of failed steps that this goal tries again.
failures() { filter goal/retry -nr --arg goal "$goal" doc/*.json || fail_unjudged; }

remove_failures() {
	failed=$(failures)
	for name in $failed; do rm -f "doc/$name.json"; done
}

# make_documents: the wanted ones ($goals), by a make of its own, which may work on several at a time.
make_documents() {
	for name in $goals; do say "${name%%.*} ${name#*.}"; done
	code=0
	# shellcheck disable=SC2086  # goals are words
	"${atesor_make:-make}" -f "$atesor_mk/pipeline.mk" $goals 7>&- 8<&- 9>&- || code=$?
	[ "$code" -ne 0 ] || return 0
	if [ "$goal" != explain ]; then
		broken="the step $goals could not be done"
		sh "$atesor_mk/report/publish.sh"
	fi
	exit "$code"
}

# A build that reaches out of its tree would show here.
check_source() {
	[ "$ran" ] || return 0
	"$bin/atesor-tree" manifest "$src" --list raw/source.after >/dev/null
	cmp -s raw/source.list raw/source.after ||
		fail "the source changed while atesor ran: $(diff raw/source.list raw/source.after | sed -n '2s/^. //p')"
}

# basis: all that an answer depends on. If it is what it was when the pipeline wanted nothing, it wants nothing.
basis() { trees; standing; }
is_settled() { basis | cmp -s - "raw/settled.$goal"; }

# settle: the end of a goal removes trees, and documents that are no longer true: then it is asked once more. What
# fails is tried again by the next run, so that one asks anew.
settle() {
	[ -z "$settled" ] || return 0
	now=$(basis)
	if [ "$now" != "$asked" ]; then
		ask || fail_unjudged
		eval "$next"
	fi
	stop_asking
	[ -z "$goals" ] || return 0
	failed=$(failures)
	[ "$failed" ] || printf '%s\n' "$now" | put "raw/settled.$goal"
}
