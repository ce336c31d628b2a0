# The defaults of the programs' options are those of the variables: one table, mk/defaults.mk.
load ../helper

# Program, option, variable.
options() {
	cat <<-'END'
		atesor-stats effect EFFECT
		atesor-stats alpha PAIRED_ALPHA
		atesor-stats band-alpha BAND_ALPHA
		atesor-stats interval-alpha ALPHA
		atesor-stats min-rounds MIN_ROUNDS
		atesor-stats resamples RESAMPLES
		atesor-stats rule RULE
		atesor-time effect EFFECT
		atesor-time alpha PAIRED_ALPHA
		atesor-time band-alpha BAND_ALPHA
		atesor-time interval-alpha ALPHA
		atesor-time min-rounds MIN_ROUNDS
		atesor-time resamples RESAMPLES
		atesor-time rule RULE
		atesor-time metric METRIC
		atesor-time stderr STDERR
		atesor-time warmup WARMUP
		atesor-time calibrate CALIBRATE
		atesor-time rounds ROUNDS
		atesor-time max-rounds MAX_ROUNDS
		atesor-time timeout TIMEOUT
		atesor-time cpu-bound CPU_BOUND
		atesor-time cpu-share CPU_SHARE
		atesor-time warn-load WARN_LOAD
		atesor-time warn-celsius WARN_CELSIUS
		atesor-time warn-clock WARN_CLOCK
		atesor-time warn-contention WARN_CONTENTION
		atesor-time warn-first WARN_FIRST
		atesor-time same-time SAME_TIME
		atesor-time moment MOMENT
		atesor-bar pass BAR_PASS
		atesor-bar target BAR_TARGET
		atesor-bar rss BAR_RSS
		atesor-bar gap BAR_GAP
		atesor-bar moment MOMENT
		atesor-bar max-other WARN_LOAD
		atesor-bar threads BAR_THREADS
		atesor-bar timeout TIMEOUT
		atesor-bar lock LOCK
		atesor-roofline noisy-private ROOF_NOISY
		atesor-roofline noisy-shared ROOF_NOISY_SHARED
		atesor-roofline wall-over-cpu ROOF_WALL
		atesor-roofline stagger ROOF_STAGGER
		atesor-roofline clock ROOF_CLOCK
		atesor-roofline level ROOF_LEVEL
		atesor-roofline below ROOF_BELOW
		atesor-roofline patience ROOF_PATIENCE
		atesor-roofline warn-load ROOF_LOAD
		atesor-integrity rounds INTEGRITY_ROUNDS
		atesor-integrity bytes INTEGRITY_BYTES
		atesor-integrity seconds INTEGRITY_SECONDS
		atesor-cpu misaligned-fast MISALIGNED_FAST
		atesor-cpu misaligned-emulated MISALIGNED_EMULATED
		atesor-probe misaligned-fast MISALIGNED_FAST
		atesor-probe misaligned-emulated MISALIGNED_EMULATED
	END
}

@test "help and man page of each program give the option, with the variable's default" {
	options | while read -r program option variable; do
		value=$(sed -n "s/^ATESOR_$variable *?= *//p" "$ROOT/mk/defaults.mk")
		[ "$value" ]
		# An option's help goes on in the next line when its name is long.
		"$BIN/$program" --help | grep -A 1 -e "--$option " | tr -d '\n' | grep -qE "[( ]${value//./\\.}[);]|[( ]${value//./\\.}[,;]" ||
			{ echo "$program --help: --$option does not say $value"; exit 1; }
		grep -qE "F[l] (. , (Fl )?)?-$option( |$)" "$ROOT/bin/$program.1" || { echo "$program.1 lacks --$option"; exit 1; }
		tr '\n' ' ' <"$ROOT/bin/$program.1" | grep -qE "[ (]${value//./\\.}[ ,;:.)]" || { echo "$program.1 does not say $value, the default of --$option"; exit 1; }
	done
}

@test "what the programs do is what the table says" {
	printf '1 1\n2 2\n3 3\n4 4\n5 5\n' >"$BATS_TEST_TMPDIR/rounds"
	for key in "effect_pct EFFECT" "alpha PAIRED_ALPHA" "band_alpha BAND_ALPHA" "interval_alpha ALPHA" "resamples RESAMPLES"; do
		value=$(sed -n "s/^ATESOR_${key#* } *?= *//p" "$ROOT/mk/defaults.mk")
		[ "$("$BIN/atesor-stats" "$BATS_TEST_TMPDIR/rounds" | jq -c ".${key% *}")" = "$value" ]
	done
}

@test "a changed variable makes the header, and all that includes it, again" {
	# What make check-asan exports is for its own build.
	unset BUILD OPT STATIC
	mkdir "$BATS_TEST_TMPDIR/copy" && cd "$BATS_TEST_TMPDIR/copy"
	cp -r "$ROOT/Makefile" "$ROOT/mk" "$ROOT/lib" "$ROOT/bin" "$ROOT/wrappers" .
	make build/lib/stats.o build/lib/number.o
	grep -qx '#define AT_DEFAULT_ALPHA 0.05' build/thresholds.h
	grep -qxF '#define AT_DEFAULT_CODE_LIMIT (UINT64_C(32) << 20)' build/thresholds.h
	grep -qx '#define AT_DEFAULT_RULE "paired"' build/thresholds.h
	run grep -E 'ATESOR_SRC|_(SRC|OUT|TRIPLET|CC) ' build/thresholds.h
	[ "$status" -eq 1 ]
	make -q build/lib/stats.o build/lib/number.o
	sed -i 's/^ATESOR_ALPHA .*/ATESOR_ALPHA ?= 0.01/' mk/defaults.mk
	make build/lib/stats.o build/lib/number.o >said
	grep -q 'CC *build/lib/stats.o' said
	run grep 'CC.*number.o' said
	[ "$status" -eq 1 ]
	grep -qx '#define AT_DEFAULT_ALPHA 0.01' build/thresholds.h
}
