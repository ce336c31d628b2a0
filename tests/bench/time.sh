# atesor-time against hyperfine -N, in turns: what one run of a program that does nothing costs. Two medians each: the time that is
# reported for a run, and all of the time that a run takes with preparing and recording. The goal is a ratio of at most 0.8.
set -eu
command -v hyperfine >/dev/null || { echo "skipped: hyperfine is not installed"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
turns=${TURNS:-15} runs=${RUNS:-100}
echo 'int main(void) { return 0; }' >"$dir/noop.c" && cc -O2 -static -o "$dir/noop" "$dir/noop.c"

now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
ours() { "$BIN/atesor-time" --warmup 1 --rounds "$runs" --check none --json "$@" -- "$program" >"$dir/o.json"; }

for program in "$dir/noop" /bin/true; do
	rm -f "$dir"/*.ns
	for turn in $(seq "$turns"); do
		start=$(now)
		ours
		between=$(now)
		hyperfine -N --style none --warmup 1 --runs "$runs" --export-json "$dir/h.json" "$program" >/dev/null 2>&1
		end=$(now)
		jq '.a.median_wall_ns' "$dir/o.json" >>"$dir/pinned.ns"
		jq '.results[0].median * 1e9' "$dir/h.json" >>"$dir/hyperfine.ns"
		echo $(((between - start) / (runs + 1))) >>"$dir/pinned-all.ns"
		echo $(((end - between) / (runs + 1))) >>"$dir/hyperfine-all.ns"
		ours --cpu none
		jq '.a.median_wall_ns' "$dir/o.json" >>"$dir/free.ns"
	done
	for name in pinned free hyperfine pinned-all hyperfine-all; do median <"$dir/$name.ns" >"$dir/$name.median"; done
	awk -v name="${program##*/}" -v p="$(cat "$dir/pinned.median")" -v f="$(cat "$dir/free.median")" -v h="$(cat "$dir/hyperfine.median")" \
		-v pa="$(cat "$dir/pinned-all.median")" -v ha="$(cat "$dir/hyperfine-all.median")" 'BEGIN {
		printf "%-5s reported   atesor-time %7.1f us, not pinned %7.1f us, hyperfine -N %7.1f us: ratio %.2f, not pinned %.2f\n", name, p / 1e3, f / 1e3, h / 1e3, p / h, f / h
		printf "%-5s everything atesor-time %7.1f us, hyperfine -N %7.1f us: ratio %.2f\n", name, pa / 1e3, ha / 1e3, pa / ha }'
done
