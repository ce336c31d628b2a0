# atesor-profgen on a perf.data file of 200 MB and more, against the text of perf script for the same file; the goals: at least 5
# times the throughput, and at most 100 MiB of memory. The recording is made up (perfsynth.c): a program at three addresses, samples
# all over its code.
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
now() { date +%s%N; }
cc -O2 -o "$dir/synth" "$here/data/profgen/perfsynth.c"
g++ -std=c++17 -O2 -g -pthread -o "$dir/deep" "$here/data/profgen/deep.cc"
set -- $(readelf -lW "$dir/deep" | awk '$1 == "LOAD" && /R E/ { print $2, $5; exit }')
{ for pid in 10 11 12; do echo "map $pid 0x${pid}000000 $2 $1 $dir/deep"; done
  for turn in 1 2 3 4 5; do for pid in 10 11 12; do echo "samples $pid 0x${pid}000000 $2 300000"; done; done; } | "$dir/synth" >"$dir/perf.data"
bytes=$(stat -c %s "$dir/perf.data")
wall() {     # wall COMMAND…: its ns, the least of three runs
	for turn in 1 2 3; do start=$(now); "$@"; end=$(now); echo $((end - start)); done | sort -n | head -1
}
native() { "$BIN/atesor-profgen" --binary "$dir/deep" --perfdata "$dir/perf.data" -o "$dir/native.prof" 2>/dev/null; }
through_text() {
	perf script -i "$dir/perf.data" -F pid,ip,time -G --show-mmap-events --show-task-events 2>/dev/null |
		"$BIN/atesor-profgen" --binary "$dir/deep" --perfscript - -o "$dir/text.prof" 2>/dev/null
}
ours=$(wall native)
awk -v b="$bytes" -v t="$ours" 'BEGIN { printf "perf.data: %.0f MB, %.2f s, %.0f MB/s\n", b / 1e6, t / 1e9, b / t * 1e3 }'
if command -v perf >/dev/null; then
	theirs=$(wall through_text)
	cmp "$dir/native.prof" "$dir/text.prof"
	awk -v o="$ours" -v t="$theirs" 'BEGIN { printf "against perf script | atesor-profgen --perfscript -: %.1f times (goal 5; %.2f s)\n", t / o, t / 1e9 }'
else
	echo "against perf script: skipped, perf is not installed (linux-perf)"
fi
if command -v python3 >/dev/null; then
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stderr=subprocess.DEVNULL, check=True)
print("memory: %.1f MiB (goal 100)" % (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024))' \
		"$BIN/atesor-profgen" --binary "$dir/deep" --perfdata "$dir/perf.data" -o "$dir/native.prof"
else
	echo "memory: skipped, python3 is not installed"
fi
