# All figures of a 40-round session with 2000 resamples: ours against the same in SciPy, vectorized, in turns. Once inside a process that
# has started (the mean of many computations; the goal is 50 times as fast), once as whole processes, as a script would call them.
# The ratio is the median of the ratios of the turns.
set -eu
python=
for candidate in python3 /usr/bin/python3; do
	if command -v "$candidate" >/dev/null && "$candidate" -c 'import scipy' 2>/dev/null; then python=$candidate; break; fi
done
[ "$python" ] || { echo "skipped: python3-scipy is not installed"; exit 0; }
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
awk 'BEGIN { srand(7); for (i = 0; i < 40; i++) printf "%.0f %.0f\n", 1e9 * (1 + 0.02 * rand()), 0.97e9 * (1 + 0.02 * rand()) }' >"$dir/rounds"
cat >"$dir/same.py" <<'PY'
import sys, time
import numpy as np
from scipy import stats
def figures(path):
    b, v = np.loadtxt(path).T
    r = v / b
    d = np.log(r)
    ci = stats.bootstrap((r,), np.median, n_resamples=2000, method="percentile", vectorized=True).confidence_interval
    i, j = np.triu_indices(len(d))
    walsh = np.sort((d[i] + d[j]) / 2)
    return [np.median(r), ci.low, ci.high, stats.mannwhitneyu(v, b, method="exact").pvalue,
            stats.wilcoxon(d - np.log(0.98), alternative="less", method="exact").pvalue,
            stats.wilcoxon(d - np.log(1.02), alternative="greater", method="exact").pvalue, np.exp(np.median(walsh)), np.std(b, ddof=1) / np.mean(b),
            stats.median_abs_deviation(d), stats.theilslopes(b)[0]]
figures(sys.argv[1])
if len(sys.argv) > 2:
    sys.exit()
start = time.perf_counter()
for _ in range(20):
    figures(sys.argv[1])
print((time.perf_counter() - start) / 20 * 1e9)
PY
now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
here=$(cd "$(dirname "$0")/../.." && pwd)
cc -O2 -D_GNU_SOURCE -I"$here/lib" -o "$dir/inside" "$here/tests/bench/stats.c" "${BIN%/bin}/lib/libatesor.a" -lm
for turn in $(seq "${TURNS:-11}"); do
	"$dir/inside" "$dir/rounds" >>"$dir/ours"
	"$python" "$dir/same.py" "$dir/rounds" >>"$dir/theirs"
	start=$(now); for i in 1 2 3 4 5; do "$BIN/atesor-stats" "$dir/rounds" >/dev/null; done; end=$(now)
	echo $(((end - start) / 5)) >>"$dir/ours-whole"
	start=$(now); "$python" "$dir/same.py" "$dir/rounds" once; end=$(now)
	echo $((end - start)) >>"$dir/theirs-whole"
done
say() {
	paste -d' ' "$dir/ours$2" "$dir/theirs$2" | awk '{ print $2 / $1 }' | median | awk -v what="$1" -v o="$(median <"$dir/ours$2")" \
		-v t="$(median <"$dir/theirs$2")" -v goal="$3" '{
		printf "%-16s atesor-stats %.2f ms, SciPy %.1f ms: %.0f times as fast%s\n", what, o / 1e6, t / 1e6, $1, ($1 >= goal ? "" : "  (below " goal ")") }'
}
say "computation" "" 50
say "whole process" -whole 0
