# What the machine code of the kernels does, counted in a disassembly: every store kernel stores each element once a pass, copies
# load it once, and the compute kernels have as many instructions as their accounting says. No
# processor with these sets is needed.
load ../helper

setup_file() {
	command -v objdump >/dev/null || skip "needs objdump: apt-get install binutils"
}

# loop FUNCTION: the instructions of its longest loop, from the target of the backward branch to the branch, without addresses.
loop() {
	awk -v wanted="<$1>:" '
		/^[0-9a-f]+ <[^.]/ { inside = $2 == wanted }        # not the local labels, which some architectures keep
		function hex(text,   i, n) {
			n = 0
			for (i = 1; i <= length(text); i++) n = n * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1
			return n
		}
		inside && !/>:$/ && match($0, /^ *[0-9a-f]+:\t/) {
			at = $1; sub(/:/, "", at); place[++count] = hex(at)
			line[count] = $0; sub(/^ *[0-9a-f]+:\t/, "", line[count])
			if (line[count] ~ /^(jne|jnz|b\.ne|cbnz|bnez|bne)/ && match(line[count], /[0-9a-f]+ </)) {
				target = hex(substr(line[count], RSTART, RLENGTH - 2))
				if (target < place[count])
					for (i = 1; i <= count; i++)
						if (place[i] == target && count - i > most) { most = count - i; from = i; to = count }
			}
		}
		END { for (i = from; i <= to && from; i++) print line[i] }' "$listing"
}

listing() {      # listing SOURCE [ARCH [OPTION]]: compiles it and disassembles it
	local prefix=${2:+$2-linux-gnu-}
	listing=$BATS_TEST_TMPDIR/listing
	"${prefix}gcc" -D_GNU_SOURCE -I"$ROOT/lib" -I"$BIN/.." -std=gnu11 -O2 ${3:-} -c -o "$BATS_TEST_TMPDIR/kernels.o" "$ROOT/lib/$1.c"
	"${prefix}objdump" -d --no-show-raw-insn "$BATS_TEST_TMPDIR/kernels.o" >"$listing"
}

native() {
	[ "$(uname -m)" = x86_64 ] || skip "counts x86-64 instructions; this is $(uname -m)"
}

# counts FUNCTION BLOCK WIDTH LOADS STORES NT: loads and stores an element in its loop over BLOCK bytes of one stream.
counts() {
	loop "$1" >"$BATS_TEST_TMPDIR/loop"
	local stores loads nt
	nt=$(grep -cE '^v?movnt' "$BATS_TEST_TMPDIR/loop" || :)
	stores=$(grep -cE '^v?mov[a-z0-9]* +%[xyz]mm[0-9]+,[^,]*\(' "$BATS_TEST_TMPDIR/loop" || :)
	loads=$(grep -cE '^v?(mov|padd)[a-z0-9]* +[^,%]*\(%[a-z0-9]+\),' "$BATS_TEST_TMPDIR/loop" || :)
	echo "$1: loads $loads, stores $stores, non-temporal $nt, of $(($2 / $3)) each"
	[ "$loads" -eq $(($4 * $2 / $3)) ]
	[ "$stores" -eq $(($5 * $2 / $3)) ]
	[ "$nt" -eq $(($6 * $2 / $3)) ]
	# each place of the block once
	[ "$(grep -oE '(0x[0-9a-f]+)?\(%[a-z0-9]+\)$' "$BATS_TEST_TMPDIR/loop" | sort | uniq -d | wc -l)" -eq 0 ]
}

@test "x86-64: a store and a load an element a pass" {
	native
	listing processor_memory_x86
	for set in sse2:16 avx2:32 avx512:64; do
		counts read_${set%:*} 512 ${set#*:} 1 0 0
		counts write_${set%:*} 512 ${set#*:} 0 1 0
		counts copy_${set%:*} 512 ${set#*:} 1 1 0
		counts update_${set%:*} 512 ${set#*:} 1 1 0
		counts write_nt_${set%:*} 512 ${set#*:} 0 1 1
		counts copy_nt_${set%:*} 512 ${set#*:} 1 1 1
	done
}

# operations FUNCTION PATTERN ACCUMULATORS: 8 of them for each accumulator, and no memory in the loop.
operations() {
	loop "$1" >"$BATS_TEST_TMPDIR/loop"
	echo "$1: $(grep -cE "$2" "$BATS_TEST_TMPDIR/loop") of $((8 * $3))"
	[ "$(grep -cE "$2" "$BATS_TEST_TMPDIR/loop")" -eq $((8 * $3)) ]
	if grep -E "$4" "$BATS_TEST_TMPDIR/loop"; then return 1; fi
}

@test "x86-64: as many operations as are counted, and no memory" {
	native
	listing processor_compute_x86
	memory='\(%'
	operations fp32_avx512 '^vfmadd213ps .*%zmm' 24 "$memory"
	operations fp64_avx512 '^vfmadd213pd .*%zmm' 24 "$memory"
	operations fp16_avx512 '^vfmadd231ph .*%zmm' 24 "$memory"
	operations bf16_avx512 '^vdpbf16ps .*%zmm' 24 "$memory"
	operations int8_avx512 '^vpdpbusd .*%zmm' 24 "$memory"
	operations fp32_avx2 '^vfmadd213ps .*%ymm' 14 "$memory"
	operations fp64_avx2 '^vfmadd213pd .*%ymm' 14 "$memory"
	operations int8_avx_vnni 'vpdpbusd .*%ymm' 12 "$memory"
	operations fp32_sse2 '^mulps .*%xmm' 14 "$memory"
	operations fp32_sse2 '^addps .*%xmm' 14 "$memory"
	operations fp64_sse2 '^mulpd .*%xmm' 14 "$memory"
	operations fp64_sse2 '^addpd .*%xmm' 14 "$memory"
	operations bf16_amx '^tdpbf16ps ' 4 "$memory"
	operations int8_amx '^tdpbssd ' 4 "$memory"
}

@test "x86-64: the scalar kernels compute one number at a time" {
	native
	listing processor_scalar
	operations fp32_scalar '^mulss ' 12 'mulps|addps|zmm|ymm'
	operations fp32_scalar '^addss ' 12 'mulps|addps|zmm|ymm'
	operations fp64_scalar '^mulsd ' 12 'mulpd|addpd|zmm|ymm'
	operations fp64_scalar '^addsd ' 12 'mulpd|addpd|zmm|ymm'
}

# stores ARCH FUNCTION PATTERN COUNT
amount() {
	loop "$1" >"$BATS_TEST_TMPDIR/loop"
	echo "$1: $(grep -cE "$2" "$BATS_TEST_TMPDIR/loop") times $2, expected $3"
	[ "$(grep -cE "$2" "$BATS_TEST_TMPDIR/loop")" -eq "$3" ]
}

@test "aarch64: a store and a load an element a pass, and the operations" {
	command -v aarch64-linux-gnu-gcc >/dev/null || skip "needs aarch64-linux-gnu-gcc: apt-get install gcc-aarch64-linux-gnu"
	listing processor_memory_arm aarch64
	# pairs of 16 bytes in blocks of 1024; SVE: eight registers
	for function in write:stp copy:stp update:stp write_nt:stnp copy_nt:stnp; do
		amount ${function%:*}_neon "^${function#*:}"$'\t' 32
	done
	for function in read copy update copy_nt; do amount ${function}_neon $'^ldp\t' 32; done
	for function in write:st1d copy:st1d update:st1d write_nt:stnt1d copy_nt:stnt1d; do
		amount ${function%:*}_sve "^${function#*:}"$'\t' 8
	done
	for function in read copy update copy_nt; do amount ${function}_sve $'^ld1d\t' 8; done
	listing processor_compute_arm aarch64
	amount fp32_neon $'^fmla\tv[0-9]+\\.4s' 192
	amount fp64_neon $'^fmla\tv[0-9]+\\.2d' 192
	amount fp16_neon $'^fmla\tv[0-9]+\\.8h' 192
	amount bf16_neon $'^bfmmla\tv' 192
	amount int8_neon $'^sdot\tv' 192
	amount int8_neon_i8mm $'^smmla\tv' 192
	amount fp32_sve $'^fmad\tz[0-9]+\\.s' 192
	amount fp64_sve $'^fmad\tz[0-9]+\\.d' 192
	amount fp16_sve $'^fmla\tz[0-9]+\\.h' 192
	amount bf16_sve $'^bfmmla\tz' 192
	amount int8_sve $'^sdot\tz' 192
	amount int8_sve_i8mm $'^smmla\tz' 192
}

@test "riscv64: a store and a load an element a pass, and the operations" {
	command -v riscv64-linux-gnu-gcc >/dev/null || skip "needs riscv64-linux-gnu-gcc: apt-get install gcc-riscv64-linux-gnu"
	# the option is for the disassembler, which goes by what the object says that it was made for
	listing processor_memory_riscv riscv64 -Wa,-march=rv64gcv
	for function in write copy update; do amount ${function}_rvv $'^vse64\\.v\t' 2; done
	for function in read copy update; do amount ${function}_rvv $'^vle64\\.v\t' 2; done
	listing processor_compute_riscv riscv64 -Wa,-march=rv64gcv
	amount fp32_rvv $'^vfmadd\\.vv\t' 96
	amount fp64_rvv $'^vfmadd\\.vv\t' 96
	amount fp16_rvv $'^vfmacc\\.vv\t' 96
}

# The unit test of the kernels, built for another architecture; ran() runs it by an emulator of that CPU and looks whether the
# kernels of those sets were run.
build() {
	command -v $1-linux-gnu-gcc >/dev/null || skip "needs $1-linux-gnu-gcc: apt-get install gcc-$1-linux-gnu"
	command -v qemu-$1-static >/dev/null || skip "needs qemu-$1-static: apt-get install qemu-user-static"
	sources="$(echo "$ROOT"/lib/processor_{kernels,features,start,scalar,memory_arm,compute_arm,memory_riscv,compute_riscv}.c)"
	sources="$sources $(echo "$ROOT"/lib/probe_{cpu,cpu_aarch64,cpu_riscv,cpu_write,try_aarch64,try_riscv}.c)"
	sources="$sources $(echo "$ROOT"/lib/probe_{core,core_arm,core_riscv,isa,misaligned}.c)"
	sources="$sources $(echo "$ROOT"/lib/{alloc,argv,buffer,cpus,json,message,number,option,warnings}.c)"
	$1-linux-gnu-gcc -D_GNU_SOURCE -DATESOR_VERSION='"0"' -I"$ROOT/lib" -I"$BIN/.." -std=gnu11 -O2 -Wall -Wextra -Werror -static \
		-o "$BATS_TEST_TMPDIR/unit" "$ROOT/tests/unit/processor_kernels.c" $sources -lm
}

ran() {          # ran ARCH CPU SET…
	local arch=$1 cpu=$2 set
	shift 2
	run timeout 3000 qemu-$arch-static -cpu "$cpu" "$BATS_TEST_TMPDIR/unit"
	echo "$output"
	[ "$status" -eq 0 ]
	for set in "$@"; do
		grep -qx "ok $set" <<<"$output"
	done
}

@test "aarch64 under qemu, SVE of 512 and of 2048 bits: the kernels do what they say" {
	build aarch64
	ran aarch64 max,sve512=on "read SVE" "copy_nt SVE" "write NEON" "float32 SVE" "float16 SVE" "bfloat16 SVE BF16" "int8 SVE I8MM" \
		"float32 NEON" "float16 NEON FP16" "bfloat16 NEON BF16" "int8 NEON dotprod" "int8 NEON I8MM"
	ran aarch64 max,sve2048=on "read SVE" "read_modify_write SVE" "float64 SVE" "int8 SVE"
}

@test "riscv64 under qemu, vectors of 256 bits and none: the kernels do what they say" {
	build riscv64
	ran riscv64 rv64,v=true,vlen=256 "read RVV" "copy RVV" "read_modify_write RVV" "float32 RVV" "float64 RVV"
	ran riscv64 rv64,v=false "read scalar" "copy scalar" "float32 scalar" "float64 scalar"
}
