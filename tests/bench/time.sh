# What one run of a program that does nothing costs: atesor-time --check none against hyperfine -N, interleaved in one run, the same number
# of runs each. Compared like with like: both pinned to one CPU (hyperfine by taskset), and both free. Three costs each:
#   reported    the median of the times that the tool reports for a run
#   everything  wall time of the whole tool, its start included, over the number of runs
#   cpu         CPU time of the whole tool and of the runs, over the number of runs: what another process on the machine disturbs least
# The ratio is the median of the ratios of the turns, for a turn is over before the machine's speed has moved. Goal: at most 0.80.
# Most of each is the program itself, its exec, page faults and end: `floor` is what a timer costs that only clones, execs and waits.
set -eu
command -v hyperfine >/dev/null || { echo "skipped: hyperfine is not installed"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
turns=${TURNS:-25} runs=${RUNS:-100}
here=$(cd "$(dirname "$0")" && pwd)
cpu=$(taskset -cp $$ | grep -o '[0-9]*$')
echo 'int main(void) { return 0; }' >"$dir/noop.c" && cc -O2 -static -o "$dir/noop" "$dir/noop.c"
cc -O2 -static -D_GNU_SOURCE -o "$dir/least" "$here/least.c"

median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# cost NAME REPORTED COMMAND…: one line "reported everything cpu" in ns a run.
cost() {
	name=$1 reported=$2
	shift 2
	times >"$dir/before"
	start=$(date +%s%N)
	"$@" >"$dir/out" 2>/dev/null
	end=$(date +%s%N)
	times >"$dir/after"
	# The second line of `times`: user and system time of the children, as 0m1.5s.
	awk -v w=$((end - start)) -v n=$((runs + 1)) -v r="$(jq "$reported" "$dir/json" 2>/dev/null || jq "$reported" "$dir/out")" '
		FNR == 2 { s = 0; for (i = 1; i <= 2; i++) { split($i, t, "[ms]"); s += 60 * t[1] + t[2] } spent[FILENAME] = s }
		END { print r, w / n, (spent[ARGV[2]] - spent[ARGV[1]]) * 1e9 / n }' "$dir/before" "$dir/after" >>"$dir/$name"
}

ours() { rm -f "$dir/json"; cost "ours-$1" .a.median_wall_ns "$BIN/atesor-time" --cpu "$2" --warmup 1 --rounds "$runs" --check none --json -- "$program"; }
theirs() { name=$1; shift; cost "theirs-$name" '.results[0].median * 1e9' "$@" hyperfine -N --style none --warmup 1 --runs "$runs" --export-json "$dir/json" "$program"; }

for program in "$dir/noop" /bin/true; do
	rm -f "$dir"/ours-* "$dir"/theirs-* "$dir/floor"
	for turn in $(seq "$turns"); do
		# Who begins changes from turn to turn.
		if [ $((turn % 2)) = 0 ]; then ours pinned "$cpu"; theirs pinned taskset -c "$cpu"; else theirs pinned taskset -c "$cpu"; ours pinned "$cpu"; fi
		if [ $((turn % 2)) = 0 ]; then theirs free env; ours free none; else ours free none; theirs free env; fi
		taskset -c "$cpu" "$dir/least" "$runs" "$program" >>"$dir/floor"
	done
	echo "${program##*/}: floor $(median <"$dir/floor" | awk '{ printf "%.0f us", $1 / 1e3 }') (pinned), $turns turns of $runs runs"
	for way in pinned free; do
		for column in 1 2 3; do
			ratio=$(paste -d' ' "$dir/ours-$way" "$dir/theirs-$way" | awk -v c=$column '{ print $c / $(c + 3) }' | median)
			awk -v way="$way" -v what="$(echo reported everything cpu | cut -d' ' -f$column)" -v r="$ratio" -v o="$(cut -d' ' -f$column "$dir/ours-$way" | median)" \
				-v t="$(cut -d' ' -f$column "$dir/theirs-$way" | median)" 'BEGIN {
				printf "  %-6s %-10s atesor-time %6.0f us, hyperfine -N %6.0f us: ratio %.2f%s\n", way, what, o / 1e3, t / 1e3, r, r <= 0.8 ? "" : "  (above 0.80)" }'
		done
	done
done
