# CPU that a wrapper adds to a call: atesor-cc against a dash script that appends and logs the same and decides nothing.
# Rounds are interleaved; the ratio is a median over rounds of (atesor-cc − bare) / (dash − bare). 0.65 is the most it may be.
set -eu
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/dash"
flags='-O3 -march=x86-64-v3 -flto=auto -ffat-lto-objects'
# shellcheck disable=SC2086
"$BIN/atesor-replay" wrap --dir "$work/wrap" --tree "$work/tree" -- $flags >/dev/null
true=$(command -v true)
[ -x "$true" ] || true=/bin/true
sed -i "s#^link gcc slot .*#link gcc slot $true#" "$work/wrap/config"
cat >"$work/dash/gcc" <<END
#!$(command -v dash)
here=\${0%/*}
line="{\"name\":\"\${0##*/}\",\"cwd\":\"\$PWD\",\"compiler\":\"$true\",\"argv\":["
for word; do line="\$line\"\$word\","; done
printf '%s]}\n' "\${line%,}" >>"\$here/log.jsonl"
exec $true "\$@" -ffile-prefix-map=$work/tree=. $flags
END
chmod +x "$work/dash/gcc"
${CC:-gcc} -O2 -o "$work/calls" "$here/calls.c"
"$work/calls" "${ROUNDS:-15}" "${CALLS:-60}" "$true" "$work/dash/gcc" "$work/wrap/gcc"
