load ../helper
bats_require_minimum_version 1.5.0

@test "what atesor-cpu says is what atesor-probe says" {
	[ "$("$BIN/atesor-cpu" | jq -cS '[.arch, .cpu, .core, .isa]')" = "$("$BIN/atesor-probe" --no-compilers | jq -cS '[.arch, .cpu, .core, .isa]')" ]
}

@test "every instruction set that a compiler would use unasked was tried, and gave the right value" {
	[ "$(uname -m)" = x86_64 ] || skip "not x86-64"
	run -0 "$BIN/atesor-cpu"
	for name in popcnt sse4.2 bmi bmi2 avx avx2 fma avx512f avx512bw; do
		jq -e --arg name $name '.isa | (.flags | index($name)) == null or any(.evidence[]; .name == $name and .trial == "works" and .how == "detected")' <<<"$output"
	done
	jq -e '[.findings[].code] | index("wrong_value") == null' <<<"$output"
}

@test "every present instruction set has evidence, and says how it is known" {
	"$BIN/atesor-cpu" | jq -e '.isa | .flags as $flags | ([.evidence[] | select(.how != "absent") | .name] | sort) == ($flags | sort)
		and all(.evidence[]; .how | IN("detected", "inferred", "absent"))'
}

@test "a processor without an instruction set: SIGILL is absent" {
	command -v qemu-x86_64-static >/dev/null && [ "$(uname -m)" = x86_64 ] || skip "needs qemu-x86_64-static: apt-get install qemu-user-static"
	[ -z "$(ldd "$BIN/atesor-cpu" 2>/dev/null | grep '=>')" ] || skip "atesor-cpu is not static here"
	run -0 --separate-stderr qemu-x86_64-static -cpu Nehalem "$BIN/atesor-cpu" --emulated
	jq -e '.isa | .level == 2 and (.flags | index("popcnt") != null and index("avx") == null)' <<<"$output"
	jq -e '.core.how == "absent" and .core.tune_names == [] and (has("misaligned") | not)' <<<"$output"
}

@test "misaligned access of this machine was timed or told" {
	"$BIN/atesor-cpu" | jq -e '.misaligned | (.speed | IN("fast", "slow", "emulated", "unsupported")) and (.by | IN("timing", "hwprobe")) and
		(if .by == "timing" and .speed != "unsupported" then .load_ratio > 0 and (.speed == "fast") == (.load_ratio <= 4) and (.speed == "emulated") == (.load_ratio >= 40) else true end)'
}

@test "from when on a misaligned load is fast or emulated is an option" {
	by=$("$BIN/atesor-cpu" | jq -r '.misaligned | "\(.by) \(.speed)"')
	[[ $by == timing* && $by != *unsupported ]] || skip "the kernel tells it: $by"
	[ "$("$BIN/atesor-cpu" --misaligned-fast 100000 --misaligned-emulated 200000 | jq -r .misaligned.speed)" = fast ]
	jq -e '.misaligned | if .load_ratio > 1.01 then .speed == "emulated" else true end' <<<"$("$BIN/atesor-cpu" --misaligned-fast 1 --misaligned-emulated 1.001)"
	[ "$("$BIN/atesor-probe" --no-compilers --misaligned-fast 100000 --misaligned-emulated 200000 | jq -r .misaligned.speed)" = fast ]
	run -2 "$BIN/atesor-cpu" --misaligned-fast 5 --misaligned-emulated 5
	run -2 "$BIN/atesor-probe" --misaligned-fast 0
}

@test "usage" {
	run -2 "$BIN/atesor-cpu" more
	run -0 "$BIN/atesor-cpu" --help
	run -3 bash -c '"$1/atesor-cpu" >/dev/full' - "$BIN"
}
