# The kernels of atesor-roofline beside likwid-bench's with the same registers and footprint, and beside the four loops of STREAM;
# and against what the clock allows. In turns, medians of the turns' ratios. The goals: against likwid-bench 0.95 for L1, L2,
# float32 and float64, 0.90 for L3 and RAM; of the clock's limit, read 0.90, write 0.85, multiply-adds 0.93, and nothing above
# 1.03 (a store that was left out would be). The sizes are given, because a virtual machine may know no caches: SIZES, bytes.
# TURNS is 7, CPU 0. RUN is put before each command: "chrt -f 1" on a machine where others work.
set -eu
here=$(cd "$(dirname "$0")" && pwd) root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$(mktemp -d) && trap 'rm -rf "$dir"' EXIT
turns=${TURNS:-7} sizes=${SIZES:-24576 524288 8388608 268435456} cpu=${CPU:-0}
cc() { gcc -std=gnu11 -D_GNU_SOURCE -I"$root/lib" "$@"; }
# without the last option a compiler makes a call of memcpy from the loop that copies
cc -O3 -march=native -fno-tree-loop-distribute-patterns -c -o "$dir/stream.o" "$here/roofline-stream.c"
cc -O2 -o "$dir/kernel" "$here/roofline-kernel.c" "$dir/stream.o" "${BIN%/bin}/lib/libatesor.a" -lm
read -r load _ </proc/loadavg
echo "load when it began: $load on $(nproc) CPUs; $turns turns"

flags=$(grep -m1 '^flags' /proc/cpuinfo || :)
case " $flags " in
*" avx512f "*) set=AVX-512 suffix=avx512 fma=avx512_fma width=64 ;;
*" avx2 "*) set=AVX2 suffix=avx fma=avx_fma width=32 ;;
*) set=SSE2 suffix=sse fma=sse width=16 ;;
esac
# What a cycle allows, of cores whose manual says so (AMD family 1Ah): bytes loaded and stored, and registers that are multiplied
# and added. Unknown: no limit is printed.
loads='' stores='' adds=''
vendor=$(awk -F': ' '/^vendor_id/ { print $2; exit }' /proc/cpuinfo)
family=$(awk -F': ' '/^cpu family/ { print $2; exit }' /proc/cpuinfo)
[ "$vendor $family $set" != "AuthenticAMD 26 AVX-512" ] || loads=128 stores=64 adds=2

ours() { ${RUN:-} "$dir/kernel" "$cpu" "$@"; }
# likwid TEST BYTES UNIT: GB/s or GFLOP/s of a run of about as long as ours; its processor 0 is CPU 0.
likwid() {
	${RUN:-} likwid-bench -t "$1" -w "N:$(($2 / 1000))kB:1" -i "$3" 2>/dev/null |
		awk -v unit="$4" '$1 == unit { printf "%.3f\n", $2 / 1e3; found = 1 } END { exit !found }'
}
median() { sort -n | awk '{ v[NR] = $1 } END { if (NR) print v[int((NR + 1) / 2)] }'; }

# cell WHAT KERNEL BYTES GOAL LIMIT LIMITGOAL [TEST UNIT AMOUNT]: turns of both; AMOUNT: bytes or operations an iteration of
# likwid-bench's
cell() {
	: >"$dir/ours"; : >"$dir/ratio"; : >"$dir/limit"; : >"$dir/theirs"
	iterations=1
	if [ "${7:-}" ]; then      # as many as make about 100 ms at the speed that ours has
		iterations=$(ours "$2" "$3" 30 | awk -v amount="$9" '{ n = $1 * 1e8 / amount; printf "%d", n < 2 ? 2 : n }')
	fi
	for turn in $(seq "$turns"); do
		line=$(ours "$2" "$3" 100)
		[ -z "${7:-}" ] || likwid "$7" "$3" "$iterations" "$8" >"$dir/one" || { echo "$1: likwid-bench $7 failed"; return; }
		if [ "${7:-}" ]; then
			cat "$dir/one" >>"$dir/theirs"
			echo "$line $(cat "$dir/one")" | awk '{ print $1 / $4 }' >>"$dir/ratio"
		fi
		echo "$line" | awk '{ print $1 }' >>"$dir/ours"
		[ -z "$5" ] || echo "$line" | awk -v cycle="$5" '$2 > 0 { print $2 / ($3 * cycle) }' >>"$dir/limit"
	done
	printf '%-38s %8.1f' "$1" "$(median <"$dir/ours")"
	[ ! -s "$dir/ratio" ] ||
		printf '  likwid-bench %8.1f  ratio %.2f (goal %s)' "$(median <"$dir/theirs")" "$(median <"$dir/ratio")" "$4"
	[ ! -s "$dir/limit" ] || printf '  of the clock %.2f (goal %s)' "$(median <"$dir/limit")" "$6"
	echo
}

have=yes
command -v likwid-bench >/dev/null || { have=; echo "likwid-bench: skipped, it is not installed (apt-get install likwid)"; }
level=0
for size in $sizes; do
	level=$((level + 1)) goal=0.95
	[ "$level" -le 2 ] || goal=0.90
	bytes=$((size / 1000 * 1000))
	limit() { [ "$level" -gt 1 ] || echo "$1"; }
	cell "read $size" "read $set" "$size" $goal "$(limit "$loads")" "0.90 to 1.03" ${have:+load_$suffix MByte/s: $bytes}
	cell "write $size" "write $set" "$size" $goal "$(limit "$stores")" "0.85 to 1.03" ${have:+store_$suffix MByte/s: $bytes}
	cell "copy $size" "copy $set" "$size" $goal "" "" ${have:+copy_$suffix MByte/s: $bytes}
	cell "write_nt $size" "write_nt $set" "$size" $goal "" "" ${have:+store_mem_$suffix MByte/s: $bytes}
done
lanes=$((width / 4))
cell "float32" "float32 $set" 24576 0.95 "${adds:+$((adds * lanes * 2))}" "0.93 to 1.03" \
	${have:+peakflops_sp_$fma MFlops/s: $((24000 * 16 * 2 / 4))}
cell "float64" "float64 $set" 24576 0.95 "${adds:+$((adds * lanes))}" "0.93 to 1.03" \
	${have:+peakflops_$fma MFlops/s: $((24000 * 16 * 2 / 8))}

# STREAM counts as our copy does: what a loop loads and stores.
for size in $sizes; do
	for loop in copy scale add triad; do : >"$dir/$loop"; done
	: >"$dir/ours"
	for turn in $(seq "$turns"); do
		line=$(ours "copy $set" "$size" 50)
		echo "$line" | awk '{ print $1 }' >>"$dir/ours"
		for loop in copy scale add triad; do
			echo "$line $(ours stream_$loop "$size" 50)" | awk '{ print $1 / $4 }' >>"$dir/$loop"
		done
	done
	printf '%-38s %8.1f ' "copy $size against STREAM" "$(median <"$dir/ours")"
	for loop in copy scale add triad; do printf ' %s %.2f' $loop "$(median <"$dir/$loop")"; done
	echo
done
