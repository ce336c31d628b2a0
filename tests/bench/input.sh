# How fast each kind of input is made, against sha256sum reading the same bytes (CPU time of both). The goal is at least half as fast.
set -eu
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
cpu() { # cpu COMMAND…: its CPU seconds, output thrown away
	bash -c 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null; } 2>&1' - "$@" | awk '{ print $1 + $2 }'
}
for kind in binary text json csv; do
	"$BIN/atesor-input" --kind $kind --bytes 256M >"$dir/data"
	cpu "$BIN/atesor-input" --kind $kind --bytes 256M >"$dir/make"
	cpu sha256sum "$dir/data" >"$dir/read"
	paste "$dir/make" "$dir/read" | awk -v kind=$kind '{ printf "%-7s %4.0f MB/s, %.2f times as fast as sha256sum\n", kind, 268.4 / $1, $2 / $1 }'
done
