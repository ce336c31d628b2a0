# make atesor-roofline: a profile of the processor with its pictures beside the package's results; nothing of the package is
# built.
load package

setup() {
	dir=$BATS_TEST_TMPDIR/p
	mkdir "$dir"
	printf 'int main(void) { return 0; }\n' >"$dir/none.c"
	printf 'ATESOR_BUILD = false\nATESOR_PROGRAMS = none\ninclude %s/mk/atesor.mk\n' "$ROOT" >"$dir/Makefile"
	quick='--quick --no-sweep --threads single --modes read --types float32'
}

@test "the profile, its table and its pictures; the package stays as it was" {
	before=$(tree_hash "$dir")
	run make -C "$dir" atesor-roofline "ATESOR_ROOFLINE=$quick"
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(jq -r .schema "$dir.opt/processor.json")" = atesor.roofline/1 ]
	[ "$(jq -rc .data.metadata.options.modes "$dir.opt/processor.json")" = '["read"]' ]
	[[ $output == *"Effective measurements, medians in GB/s"* ]]
	[ "$(tree_hash "$dir")" = "$before" ]
	[ ! -e "$dir.opt/tree/vrfy" ]
	command -v gnuplot >/dev/null || skip "needs gnuplot: apt-get install gnuplot-nox (the profile was made)"
	[ -s "$dir.opt/processor/roofline.svg" ]
}

@test "without gnuplot the profile is made, and what is missing is named" {
	mkdir "$BATS_TEST_TMPDIR/path"
	for directory in /usr/local/bin /usr/bin; do ln -sf "$directory"/* "$BATS_TEST_TMPDIR/path/"; done
	rm -f "$BATS_TEST_TMPDIR/path"/gnuplot*
	PATH=$BATS_TEST_TMPDIR/path run make -C "$dir" atesor-roofline "ATESOR_ROOFLINE=$quick"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *"no pictures: gnuplot was not found: install the package gnuplot-nox"* ]]
	[ -s "$dir.opt/processor.json" ] && [ ! -e "$dir.opt/processor" ]
}

@test "an option that atesor-roofline does not have is an error, and no profile is left" {
	run make -C "$dir" atesor-roofline ATESOR_ROOFLINE=--quik
	echo "$output"
	[ "$status" -ne 0 ]
	[[ $output == *"--quik"* ]]
	[ ! -e "$dir.opt/processor.json" ]
}

@test "the report cites a processor profile that was measured" {
	mkdir -p "$dir.opt"
	make -s -C "$dir" atesor-status >/dev/null
	jq -n '{schema: "atesor.roofline/1", status: "ok", data: {metadata: {timestamp: "2026-01-02T03:04:05Z"}, memory: {L1: {single: {read: {median_gbps: 415.3}}}}, compute: {float32: {single: {median_gflops: 220.2}}}}}' >"$dir.opt/processor.json"
	make -s -C "$dir" atesor-report >"$BATS_TEST_TMPDIR/report"
	grep -F "processor profile of 2026-01-02T03:04:05Z, effective measurements of one thread: reading L1 415 GB/s; float32 220 Gop/s" "$BATS_TEST_TMPDIR/report"
	grep -F "L1 415 GB/s" "$dir.opt/report.html"
	[ "$(jq -r .data.processor.sha256 "$dir.opt/result.json")" = "$(sha256sum <"$dir.opt/processor.json" | cut -c 1-64)" ]
	echo '{"schema": "other"}' >"$dir.opt/processor.json"
	make -s -C "$dir" atesor-report >"$BATS_TEST_TMPDIR/report"
	! grep -F "processor profile" "$BATS_TEST_TMPDIR/report" || false
}
