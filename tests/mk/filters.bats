# Small decisions of the filters that no scenario reaches.
load ../helper

size() {   # size ITERATIONS BYTES SECONDS: what the next try should be
	printf '{"kind":"run","iterations":"%s","bytes":"%s","wall_ns":%s000000000,"wait_ns":0}\n{"kind":"end","status":"ok"}\n' "$1" "$2" "$3" | sed 's/\([0-9]*\)[.]\([0-9]\)0/\1\2/' |
		jq -rs --argjson config '[{"data":{"run_goal":2,"input_min":1000,"input_max":100000}}]' -f "$ROOT/mk/jq/workload-size.jq"
}

@test "the size of the workload goes toward the goal, by whole iterations or bytes, within its bounds" {
	[ "$(size 1 "" 1)" = iterations=2 ]
	[ "$(size 1 "" 1.1)" = iterations=2 ]
	[ "$(size 3 "" 6)" = iterations=1 ]
	[ "$(size "" 5000 1)" = bytes=10000 ]
	[ "$(size "" 50000 0.1)" = bytes=100000 ]
	[ "$(size "" 100000 0.1)" = "" ]
	[ "$(size "" 1000 9)" = "" ]
	[ "$(size "" 5000 2)" = "" ]
	[ "$(size "" "" 9)" = "" ]
}
