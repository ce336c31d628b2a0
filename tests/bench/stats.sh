# All figures of a 40-round session with 2000 resamples: atesor-stats against the same in SciPy. Both as whole processes, and SciPy also
# without its start (imports), which is the stricter comparison. The goal is 50 times as fast.
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
    walsh = np.sort([(d[i] + d[j]) / 2 for i in range(len(d)) for j in range(i, len(d))])
    return [np.median(r), ci.low, ci.high, stats.mannwhitneyu(v, b, method="exact").pvalue,
            stats.wilcoxon(d - np.log(0.98), alternative="less", method="exact").pvalue,
            stats.wilcoxon(d - np.log(1.02), alternative="greater", method="exact").pvalue, np.exp(np.median(walsh)), np.std(b, ddof=1) / np.mean(b),
            stats.median_abs_deviation(d), stats.theilslopes(b)[0]]
figures(sys.argv[1])
start = time.perf_counter()
for _ in range(20):
    figures(sys.argv[1])
print((time.perf_counter() - start) / 20 * 1e9)
PY
now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
for turn in 1 2 3 4 5; do
	start=$(now); "$BIN/atesor-stats" "$dir/rounds" >/dev/null; end=$(now)
	echo $((end - start)) >>"$dir/ours"
	start=$(now); "$python" "$dir/same.py" "$dir/rounds" >>"$dir/inside"; end=$(now)
	echo $((end - start)) >>"$dir/whole"
done
awk -v o="$(median <"$dir/ours")" -v i="$(median <"$dir/inside")" -v w="$(median <"$dir/whole")" 'BEGIN {
	printf "atesor-stats %.2f ms (whole process); SciPy %.1f ms without its start: %.0f times; whole process with 21 repetitions %.0f ms\n", o / 1e6, i / 1e6, i / o, w / 1e6 }'
