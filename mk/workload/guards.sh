# guards.sh: commands beside the workload, in which the winner must not be slower (stages guards and guard).

# guard_workload: the settled workload, which the guards start from.
guard_workload() {
	settled_workload
	remember_workload
	[ "$kind" = harness ] || kind=program
}

# each_guard FUNCTION: calls it with the number of each guard, unless the stage stopped.
each_guard() {
	guards=$(jq '.inputs.guards | length' "${request?}") n=0
	while [ -z "$broken_code" ] && [ $n -lt "$guards" ]; do
		"$1" $n
		n=$((n + 1))
	done
}
