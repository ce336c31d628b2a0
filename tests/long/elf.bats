# atesor-elf on files that others have collected, and against other disassemblers.
load ../helper
bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_TMPDIR" || return
}

# apt-get with a state of its own, and the system's own archives as source archives: its configuration is not touched.
sources() {
	command -v apt-get >/dev/null || skip "not a Debian system"
	mkdir -p lists state/lists/partial cache/archives/partial
	for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$list" ] || sed 's/^Types: *deb *$/Types: deb-src/; s/^deb /deb-src /' "$list" >"lists/${list##*/}"
	done
	apt-get -qq -o Dir::Etc::SourceList=/dev/null -o "Dir::Etc::SourceParts=$PWD/lists" -o "Dir::State=$PWD/state" \
		-o "Dir::Cache=$PWD/cache" "$@" >log 2>&1
}

@test "elfutils' own test files: no crash, no hang, machine and type as readelf -h says" {
	sources update && sources source --download-only elfutils || skip "the elfutils source package cannot be fetched"
	tar xf elfutils_*.orig.tar.*[^c]
	files=0
	for packed in elfutils-*/tests/*.bz2; do
		bunzip2 -c "$packed" >file
		code=0
		timeout 5 "$BIN/atesor-elf" --members 3 inspect file >found 2>error || code=$?
		[ $code = 0 ] || [ $code = 3 ] || { echo "$packed: exit $code"; false; }
		jq -e . found >/dev/null
		files=$((files + 1))
		[ "$(jq -r .kind found)" = elf ] || continue
		want=$(readelf -hW file 2>/dev/null | sed -n 's/^ *Type: *\([A-Z]*\).*/\1/p' | head -1)
		got=$(jq -r '{exec: "EXEC", pie: "DYN", shared: "DYN", object: "REL", core: "CORE"}[.type]' found)
		[ "$want" = "$got" ] || { echo "$packed: $got, not $want"; false; }
		want=$(od -An -tu1 -j18 -N2 file | awk -v big="$(jq -r .endian found)" '{ print big == "big" ? $1 * 256 + $2 : $2 * 256 + $1 }')
		[ "$want" = "$(jq -r .machine_number found)" ] || { echo "$packed: machine $want"; false; }
	done
	[ $files -gt 300 ]
}

@test "x86: as many instructions in the compiler as objdump finds" {
	[ "$(uname -m)" = x86_64 ] || skip "not on x86-64"
	cc1=$(gcc -print-prog-name=cc1)
	[ -e "$cc1" ] || skip "gcc has no cc1"
	"$BIN/atesor-elf" inspect "$cc1" >found
	[ "$(jq .instructions_total found)" = "$(objdump -d --no-show-raw-insn "$cc1" | grep -P '^ *[0-9a-f]+:\t' | grep -vc '(bad)')" ]
	[ "$(jq '.undecoded_bytes + .total_bytes - .swept_bytes' found)" = 0 ]
}

@test "riscv: every class counts as llvm-objdump-19's mnemonics do" {
	command -v llvm-objdump-19 >/dev/null || { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null &&
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends llvm-19 >log 2>&1; } ||
		skip "llvm-objdump-19 is not installed (package llvm-19)"
	awk 'BEGIN { split("int long double float unsigned", t, " "); for (i = 0; i < 500; i++) { y = t[i % 5 + 1]
		printf "%s f%d(%s *a, long n, %s k) { %s s = 0; for (long i = 0; i < n; i++) { s += a[i] * k + i;", y, i, y, y, y
		printf " if (s > %d) s -= a[n - i - 1] / (k + %d); }", i, i
		printf " return s > k ? s : k + __builtin_popcountl(n) + __atomic_fetch_add(&n, 2, 5); }\n" } }' >r.c
	clang --target=riscv64-linux-gnu -march=rv64gc_zba_zbb_zbs -O2 -c r.c -o r.o 2>err || skip "clang has no riscv64"
	llvm-objdump-19 -d -M no-aliases --no-show-raw-insn --mattr=+m,+a,+f,+d,+c,+zba,+zbb,+zbs r.o | awk -F'\t' '
		NR == FNR { if ($1 !~ /^#/) class[$1] = $5; next }
		/^ *[0-9a-f]+:/ { sub(/\.(aq|rl|aqrl)$/, "", $2); count[$2 in class ? class[$2] : "no class for " $2]++ }
		END { for (c in count) print c, count[c] }' "$ROOT/tests/data/riscv.tsv" - | sort >want
	"$BIN/atesor-elf" inspect r.o | jq -r '.classes | to_entries[] | "\(.key) \(.value)"' | sort >got
	diff want got
	grep -q '^zbb ' got
}
