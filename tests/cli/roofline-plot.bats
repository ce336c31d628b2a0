# The pictures of atesor-roofline: what is drawn from a document, and what is said when it cannot be.
load ../helper

setup() {
	command -v gnuplot >/dev/null || skip "needs gnuplot: apt-get install gnuplot-nox"
	cd "$BATS_TEST_TMPDIR"
	# two policies, a level that was measured by one of them only, one type without the other
	jq -n '
		def cell($value): {implementation: "AVX-512", participants: 1, working_set_bytes: 24576, noisy: ($value == 400),
			median_gbps: $value, q1_gbps: ($value * 0.97), q3_gbps: ($value * 1.01)};
		def wait($value): {median_ns: $value, q1_ns: ($value * 0.9), q3_ns: ($value * 1.2), participants: 1, working_set_bytes: 24576};
		def rate($value): {implementation: "AVX-512", participants: 1, median_gflops: $value,
			q1_gflops: ($value * 0.99), q3_gflops: $value};
		{schema: "atesor.roofline/1", data: {
			metadata: {cpu_model: "A\u0027 \"B\" `touch hurt` @C {d} \\E", timestamp: "2026-01-02T03:04:05Z"},
			topology: {logical_cpus: [0, 1], physical_cores: [[0], [1]], caches: [
				{level: 1, kind: "data", size_bytes: 49152, confidence: "detected", source: "sysfs"},
				{level: 3, kind: "unified", size_bytes: 532676608, confidence: "inferred", source: "cpuid 0x80000006"}]},
			memory: {L1: {single: {read: cell(400), write: cell(200), latency: wait(1.2)}, physical: {read: cell(790)}},
				RAM: {single: {read: cell(30), latency: wait(160)}}},
			compute: {float32: {single: rate(200), physical: rate(390)}, 
				int8: {single: (rate(800) | del(.median_gflops, .q1_gflops, .q3_gflops)
				+ {median_gops: 800, q1_gops: 790, q3_gops: 810})}},
			sweep: {read: [{size_bytes: 8192, median_gbps: 400}, {size_bytes: 1048576, median_gbps: 100}],
				latency: [{size_bytes: 8192, median_ns: 1.2}, {size_bytes: 1048576, median_ns: 20}],
				knees: [{level: "L1", effective_bytes: 24576, ns: 1.2}]},
			roofline: {ceilings: [{type: "float32", policy: "single", gops: 200}, {type: "int8", policy: "single", gops: 800}],
				roofs: [{level: "L1", policy: "single", mode: "read", gbps: 400}, {level: "RAM", policy: "single", mode: "read", gbps: 30}],
				crossovers: [{level: "L1", policy: "single", type: "float32", operations_per_byte: 0.5},
					{level: "RAM", policy: "single", type: "float32", operations_per_byte: 6.67},
					{level: "L1", policy: "single", type: "int8", operations_per_byte: 2}]}}}' >profile.json
}

says() {      # says FILE TEXT…: the picture has these texts
	local file=$1 text
	shift
	for text in "$@"; do
		grep -qF ">$text<" "$file" || grep -qF "$text" "$file" || { echo "$file does not say '$text'"; return 1; }
	done
}

@test "four pictures, each with its texts; a processor's name is a name" {
	run "$BIN/atesor-roofline" --from profile.json --plot "a dir's"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(ls "a dir's" | tr '\n' ' ')" = "compute.svg levels.svg roofline.svg size.svg " ]
	cd "a dir's"
	[ ! -e hurt ]
	[ ! -e ../hurt ]
	for picture in *.svg; do
		says $picture "prefers-color-scheme: dark" "ffective measurement"
		[ "$(tail -c 8 $picture | tr -d '\n')" = "</svg>" ]
	done
	says size.svg "L1 48 KiB (detected)" "L3: 508 MiB inferred, beyond this picture" "L1 effective 24 KiB" "16 KiB"
	says levels.svg "400*" "790" read write RAM "one thread" "160"
	says compute.svg float32 int8 800 390 AVX-512
	says roofline.svg "L1 read 400 GB/s" "RAM read 30 GB/s" "L1 0.5" "RAM 6.67" "int8 800"
}

# hostile PLACE STATUS: with text there that gnuplot would run, were it not quoted, the document is drawn or refused; nothing is run.
hostile() {
	cat >text <<-'STOP'
		x'"; system('touch hurt')
		END
		system("touch hurt2")
		`touch hurt3`
	STOP
	jq --rawfile text text "$1 = \$text" profile.json >hostile.json
	if cmp -s profile.json hostile.json; then echo "$1 changes nothing"; return 1; fi
	run "$BIN/atesor-roofline" --from hostile.json --plot out
	echo "$1: $status $output"
	[ "$status" -eq "$2" ]
	[ -z "$(find . -name 'hurt*')" ]
}

@test "a document runs nothing: texts are texts, and only numbers are numbers" {
	local place
	for place in .data.metadata.cpu_model '.data.compute[][].implementation' '.data.roofline.roofs[].level' '.data.roofline.roofs[].mode' \
			'.data.roofline.ceilings[].type' '.data.roofline.crossovers[].level' '.data.topology.caches[].level' \
			'.data.topology.caches[].confidence' '.data.sweep.knees[].level' '.data.memory[][][].participants' '.data.memory[][][].noisy'; do
		hostile "$place" 0
	done
	for place in '.data.memory[][][].median_gbps' .data.memory.L1.single.read.q1_gbps .data.memory.RAM.single.latency.q3_ns \
			.data.memory.L1.single.latency.median_ns .data.compute.float32.single.median_gflops .data.compute.int8.single.q3_gops \
			'.data.sweep.read[1].size_bytes' '.data.sweep.latency[0].median_ns' '.data.sweep.knees[0].effective_bytes' \
			'.data.sweep.knees[0].ns' '.data.topology.caches[0].size_bytes' '.data.roofline.roofs[0].gbps' '.data.roofline.ceilings[0].gops' \
			'.data.roofline.crossovers[0].operations_per_byte'; do
		hostile "$place" 3
		[[ $output == *"is no number"* ]]
	done
}

@test "no picture promises more than a measurement" {
	"$BIN/atesor-roofline" --from profile.json --plot out
	run ! grep -riE 'hardware maximum|physical link rate|guaranteed peak' out "$ROOT/mk" \
		"$ROOT/bin/atesor-roofline.1" \
		"$ROOT/examples/processor/README.md" "$ROOT/examples/processor/Makefile" "$ROOT/lib" "$ROOT/README.md"
}

@test "nothing measured: the pictures say so" {
	jq '.data |= (.memory = {} | .compute = {} | .sweep = {} | .roofline = {})' profile.json >none.json
	"$BIN/atesor-roofline" --from none.json --plot out
	for picture in out/*.svg; do says $picture "not measured"; done
}

@test "one level by one mode, arithmetic by one type" {
	jq '.data |= (.memory = {L2: {single: {copy: .memory.L1.single.read}}} | .compute |= {float32} | .sweep = {}
		| .roofline |= (.roofs |= map(select(.level == "L1")) | .crossovers = []))' profile.json >few.json
	"$BIN/atesor-roofline" --from few.json --plot out
	says out/levels.svg copy L2 "400*"
	says out/roofline.svg "L1 read 400 GB/s"
}

@test "other documents are refused, and a missing gnuplot is named" {
	echo '{}' >other.json
	run "$BIN/atesor-roofline" --from other.json --plot out
	[ "$status" -eq 3 ]
	[[ $output == *"other.json is no document of atesor-roofline"* ]]
	[ ! -e out/size.svg ]
	mkdir path
	ln -s "$(command -v jq)" path/jq
	PATH=$PWD/path run "$BIN/atesor-roofline" --from profile.json --plot out
	[ "$status" -eq 3 ]
	[[ $output == *"gnuplot not found: install the package 'gnuplot-nox'"* ]]
	[ "$(/bin/ls out | wc -l)" -eq 0 ]
}

@test "a table of the same document" {
	run jq -r -L "$ROOT/mk" -f "$ROOT/mk/processor/table.jq" profile.json
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"L1 48 KiB, detected (sysfs)"* ]]
	[[ $output == *"L1  single           24 KiB       400*"* ]]
	[[ $output == *"int8        AVX-512         single 800"* ]]
}
