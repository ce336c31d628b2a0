# A run that has nothing to do: `make optimize` again, against one start of `jq -n 1`, in one session of atesor-time: the
# median of the ratios of the rounds, and both times. What remains: make twice, two starts of jq, the manifest of the source
# and the probe's fingerprint.
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir" "$dir.opt" "$dir.lock"' EXIT
cp "$here/examples/dot/dot.c" "$dir"
sed "s#^include .*#include $here/mk/atesor.mk#" "$here/examples/dot/Makefile" >"$dir/Makefile"
export ATESOR_TUNES=4 ATESOR_PGO=none ATESOR_LOCK="$dir.lock"
make -s -C "$dir" optimize >/dev/null 2>&1
"$BIN/atesor-time" --keep-env --stderr ignore --check none --rule interval --rounds "${ROUNDS:-15}" --json --quiet \
	-- jq -n 1 --versus env -u ATESOR_PAD make -s -C "$dir" optimize |
	jq -r '"again  \(.stats.median_ratio | . * 10 | round / 10) times jq -n 1; \(.b.median_wall_ns / 1e6 | round) ms against \(.a.median_wall_ns / 1e6 | round) ms"'
