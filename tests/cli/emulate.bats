# What the programs do for an emulated target.
load ../helper
bats_require_minimum_version 1.5.0

setup() { cd "$BATS_TEST_TMPDIR" && steady || return; }

@test "atesor-time --emulator: it runs the program, in a template each {bin} and no filter" {
	printf '#!/bin/sh\necho "$*" >>%s/calls\nshift\nexec "$@"\n' "$PWD" >emulator && chmod +x emulator
	mkdir a
	printf '#!/bin/sh\necho "ran $*"\n' >a/prog && chmod +x a/prog
	run -0 "$BIN/atesor-time" --quiet --warmup 0 --rounds 2 --emulator "$PWD/emulator -L" --check stdout --dir-a a --template '{bin} x | {bin} y | wc -l' --bin prog
	[ "$(sort calls | uniq -c | sed 's/^ *//' | tr '\n' ,)" = "2 -L ./prog x,2 -L ./prog y," ]
	rm calls
	run -0 "$BIN/atesor-time" --quiet --warmup 0 --rounds 2 --emulator "$PWD/emulator -L" --dir-a a -- ./prog x
	[ "$(wc -l <calls)" = 2 ]
	run -3 "$BIN/atesor-time" --quiet --rounds 1 --emulator no-such-emulator -- true
	[[ $output == *no-such-emulator* ]]
}

@test "atesor-time --emulator: a program of another architecture; SIGILL is named" {
	cross riscv64
	mkdir a
	printf '#include <stdio.h>\nint main(int c, char **v) { (void)v; printf("%%d\\n", __builtin_popcountl(c * 12345L)); return 0; }\n' >p.c
	riscv64-linux-gnu-gcc -O2 -march=rv64gc_zba_zbb_zbs -o a/p p.c
	run -0 "$BIN/atesor-time" --quiet --warmup 0 --rounds 2 --emulator "qemu-riscv64-static -L /usr/riscv64-linux-gnu" --env QEMU_CPU=rv64 --check stdout --dir-a a --template '{bin}' --bin p
	run -1 "$BIN/atesor-time" --quiet --warmup 0 --rounds 2 --emulator "qemu-riscv64-static -L /usr/riscv64-linux-gnu" --env QEMU_CPU=sifive-u54 --check stdout --dir-a a --template '{bin}' --bin p
	[[ $output == *"signal 4"* ]]
}

@test "atesor-replay wrap --triplet: only its names are wrapped, bare names stay the host's" {
	mkdir tree bin
	for name in my-triplet-gcc my-triplet-gcc-9 my-triplet-g++ my-triplet-gcc-ar gcc; do
		printf '#!/bin/sh\ncase " $* " in *" -dumpmachine "*) echo other;; esac\nexit 0\n' >bin/$name && chmod +x bin/$name
	done
	PATH=$PWD/bin:$PATH run -0 "$BIN/atesor-replay" wrap --dir wrap --tree tree --cc my-triplet-gcc --triplet my-triplet -- -O3
	[ "$(jq -r '.links["my-triplet-gcc"]' <<<"$output")" = "$PWD/bin/my-triplet-gcc" ]
	[ "$(jq -r '.links["my-triplet-g++"]' <<<"$output")" = "$PWD/bin/my-triplet-g++" ]
	[ "$(jq -r '.links["my-triplet-gcc-9"]' <<<"$output")" = "$PWD/bin/my-triplet-gcc-9" ]
	[ "$(jq -r '.links["my-triplet-ar"]' <<<"$output")" = "$PWD/bin/my-triplet-gcc-ar" ]
	[ "$(jq -r '.links | keys[] | select(startswith("my-triplet-") | not)' <<<"$output")" = "" ]
	[ "$(jq -c .flags.slot <<<"$output")" = '["-O3"]' ]
}
