# atesor-elf against the tools that people use, on the same bytes, in turns; medians. The goals: x86 instructions by class at
# least 10 times as fast as objdump -d, RISC-V at least 12 times as fast as llvm-objdump -d, the code hash at least 2.5 times as
# fast as sha256sum where the processor has SHA instructions; at most 64 MiB of memory.
set -eu
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
ratio() {      # ratio WHAT GOAL TURNS OURS THEIRS (two commands)
	: >"$dir/ours"; : >"$dir/theirs"
	for turn in $(seq "$3"); do
		start=$(now); eval "$4" >/dev/null; end=$(now); echo $((end - start)) >>"$dir/ours"
		start=$(now); eval "$5" >/dev/null; end=$(now); echo $((end - start)) >>"$dir/theirs"
	done
	ours=$(median <"$dir/ours") theirs=$(median <"$dir/theirs")
	awk -v o="$ours" -v t="$theirs" -v what="$1" -v goal="$2" 'BEGIN {
		printf "%s: %.1f times (goal %s; %.3f s against %.3f s)\n", what, t / o, goal, o / 1e9, t / 1e9 }'
}
memory() {     # the most that a run has needed, by the kernel's account of the child
	command -v python3 >/dev/null || { echo "memory: skipped, python3 is not installed"; return; }
	python3 -c 'import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print("memory: %.1f MiB for %s" % (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024, sys.argv[-1]))' "$BIN/atesor-elf" inspect "$1"
}

cc1=$(gcc -print-prog-name=cc1)
if [ -e "$cc1" ]; then
	ratio "x86 classes of cc1" 10 3 "'$BIN/atesor-elf' inspect '$cc1'" "objdump -d --no-show-raw-insn '$cc1'"
	ratio "x86 classes of cc1 with two threads, against one" "more than 1" 3 "'$BIN/atesor-elf' --threads 2 inspect '$cc1'" "'$BIN/atesor-elf' inspect '$cc1'"
	memory "$cc1"
else
	echo "x86: skipped, no cc1"
fi

llvm=$(command -v llvm-objdump-19 || command -v llvm-objdump || :)
awk 'BEGIN { split("int long double float unsigned", t, " "); for (i = 0; i < 4000; i++) { y = t[i % 5 + 1]
	printf "%s f%d(%s *a, long n, %s k) { %s s = 0; for (long i = 0; i < n; i++) { s += a[i] * k + i;", y, i, y, y, y
	printf " if (s > %d) s -= a[n - i - 1] / (k + %d); } return s > k ? s : k; }\n", i, i } }' >"$dir/r.c"
if [ "$llvm" ] && clang --target=riscv64-linux-gnu -march=rv64gc_zba_zbb -O2 -c "$dir/r.c" -o "$dir/r.o" 2>"$dir/err"; then
	ratio "RISC-V classes" 12 5 "'$BIN/atesor-elf' inspect '$dir/r.o'" "'$llvm' -d --mattr=+m,+a,+f,+d,+c,+zba,+zbb '$dir/r.o'"
else
	echo "RISC-V: skipped, llvm-objdump or clang for riscv64 is not installed"
fi

if grep -qw sha_ni /proc/cpuinfo || grep -qw sha2 /proc/cpuinfo; then
	head -c 100000000 /dev/urandom >"$dir/random"
	objcopy -I binary -O elf64-x86-64 --rename-section .data=.text,code "$dir/random" "$dir/big.o"
	for i in 1 2 3 4 5; do ln -f "$dir/big.o" "$dir/$i.o"; done
	rm "$dir/random"
	ratio "code hash" 2.5 5 "'$BIN/atesor-elf' --no-classes inspect '$dir/big.o'" "sha256sum '$dir/big.o'"
	ar rc "$dir/big.a" "$dir"/[1-5].o
	memory "$dir/big.a"
else
	echo "code hash: skipped, no SHA instructions"
fi
