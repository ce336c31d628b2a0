# atesor-stats: the rules against reference series, and what it refuses.
load ../helper
bats_require_minimum_version 1.5.0

DATA=$BATS_TEST_DIRNAME/../data/stats

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# series median low high interval-verdict paired-verdict; the interval of infinitely many resamples, to four places.
SERIES="aa 1.0003 0.9889 1.0081 no_change no_change
bimodal 1.0001 0.9913 1.0423 no_change no_change
drift 1.0087 0.9974 1.0163 no_change no_change
driftseq 1.1801 1.1682 1.1972 slower slower
driftwin5 0.9503 0.9395 0.9577 no_change faster
lose5 1.0503 1.0384 1.0585 slower slower
noisy 0.9719 0.8781 1.1295 no_change no_change
spikes 1.0031 0.9955 1.0118 no_change no_change
win1 0.9903 0.9790 0.9980 no_change no_change
win5 0.9503 0.9395 0.9577 faster faster"

@test "the series of the reference: ratio, interval and verdicts" {
	local name median low high interval paired
	while read -r name median low high interval paired; do
		run "$BIN/atesor-stats" --resamples 100000 "$DATA/$name.txt"
		[ "$status" -eq 0 ]
		jq -e --argjson m "$median" --argjson l "$low" --argjson h "$high" --arg i "${interval/_/ }" --arg p "${paired/_/ }" '
			def near($a): (. - $a | fabs) < 0.00151;
			(.median_ratio - $m | fabs) < 0.00006 and (.ci_low | near($l)) and (.ci_high | near($h))
			and .verdicts.interval == $i and .verdicts.paired == $p and .rounds == 20 and .resamples == 100000' <<<"$output" || { echo "$name: $output"; false; }
	done <<<"$SERIES"
}

@test "a gain on a drifting machine: only the pairs see it" {
	run "$BIN/atesor-stats" "$DATA/driftwin5.txt"
	[ "$(jq -r .verdict <<<"$output")" = faster ]
	[ "$(jq '.mann_whitney_p > 0.119 and .mann_whitney_p < 0.122 and .drift_pct > 25' <<<"$output")" = true ]
	[ "$(jq '.mde_pct > 4 * .mde_paired_pct' <<<"$output")" = true ]
	run "$BIN/atesor-stats" --rule interval "$DATA/driftwin5.txt"
	[ "$(jq -r .verdict <<<"$output")" = "no change" ]
}

@test "another effect can be decided from the figures alone" {
	"$BIN/atesor-stats" "$DATA/win5.txt" >figures.json
	for effect in 1 3 4 4.02 4.03 5 10; do
		asked=$("$BIN/atesor-stats" --effect $effect "$DATA/win5.txt" | jq -r '.verdicts.paired + " " + .verdicts.screen')
		derived=$(jq -r --argjson e "$effect" '(1 - $e / 100) as $t
			| (if .paired_upper < $t then "faster" elif .paired_lower > 1 + $e / 100 then "slower" else "no change" end) + " " +
			  (if .paired_upper < 1 and .hodges_lehmann <= $t then "faster" elif .paired_lower > 1 and .hodges_lehmann >= 1 + $e / 100 then "slower" else "no change" end)' figures.json)
		[ "$asked" = "$derived" ]
	done
}

@test "all keys that filters rely on are there" {
	run "$BIN/atesor-stats" "$DATA/aa.txt"
	for key in rule verdict decided rounds effect_pct median_ratio ci_low ci_high mann_whitney_p signed_rank_p_faster signed_rank_p_slower \
			hodges_lehmann paired_lower paired_upper band_low band_high cv_pct mde_pct mde_paired_pct verdicts warnings; do
		[ "$(jq "has(\"$key\")" <<<"$output")" = true ]
	done
}

@test "the same seed gives the same interval, swapped columns the mirrored verdict" {
	[ "$("$BIN/atesor-stats" "$DATA/noisy.txt")" = "$("$BIN/atesor-stats" <"$DATA/noisy.txt")" ]
	run "$BIN/atesor-stats" <(awk '{ print $2, $1 }' "$DATA/win5.txt")
	[ "$(jq -r .verdict <<<"$output")" = slower ]
}

@test "units do not matter" {
	"$BIN/atesor-stats" <(awk '{ print $1 / 1e9, $2 / 1e9 }' OFMT=%.17g "$DATA/win5.txt") | jq -c '[.verdicts, (.median_ratio * 1e6 | round)]' >seconds
	"$BIN/atesor-stats" "$DATA/win5.txt" | jq -c '[.verdicts, (.median_ratio * 1e6 | round)]' >nanoseconds
	cmp seconds nanoseconds
}

@test "few rounds: the bound that they cannot give is left out and explained" {
	run "$BIN/atesor-stats" <(head -n 5 "$DATA/win5.txt")
	[ "$status" -eq 0 ]
	[ "$(jq -r .verdict <<<"$output")" = "no change" ]
	[ "$(jq '(has("paired_upper") or has("paired_lower")) | not' <<<"$output")" = true ]
	[ "$(jq -r '.warnings[0].code' <<<"$output")" = few_rounds ]
}

@test "calibration runs give the CV of the minimum detectable effect" {
	run "$BIN/atesor-stats" <(cat "$DATA/aa.txt"; printf 'calibration %s\n' 100 101 99 100)
	[ "$(jq -r .cv_of <<<"$output")" = calibration ]
	[ "$(jq '.cv_pct * 1000 | round' <<<"$output")" -eq 816 ]
	[ "$(jq '.mde_pct * 1000 | round' <<<"$output")" -eq 723 ]
}

@test "equal values, and values at the ends of the range" {
	run "$BIN/atesor-stats" <(yes "7 7" | head -n 20)
	[ "$status" -eq 0 ]
	[ "$(jq '.mann_whitney_p == 1 and .verdict == "no change" and .decided and .cv_pct == 0' <<<"$output")" = true ]
	run "$BIN/atesor-stats" <(yes "1e300 1e-300" | head -n 20)
	[ "$status" -eq 3 ]
	[[ $output == *"line 1"*"too far apart"* ]]
	yes "3 5" | head -n 1000 >most
	run "$BIN/atesor-stats" most
	[ "$status" -eq 0 ]
	echo "3 5" >>most
	run "$BIN/atesor-stats" most
	[ "$status" -eq 3 ]
	[[ $output == *"line 1001: more than 1000 rounds"* ]]
}

@test "--explain says what decided" {
	run "$BIN/atesor-stats" --explain "$DATA/driftwin5.txt"
	[ "$status" -eq 0 ]
	[[ $output == *"paired: faster"*"interval: no change"*"Mann-Whitney p 0.1207 is not below 0.05"* ]]
	[[ $output == *"drifted"* ]]
	[[ $output == *"below 0.9800, but Mann-Whitney"* && $output == *"screen: faster"*"the estimate 0.9484 is not above 0.9800"* ]]
	run "$BIN/atesor-stats" --explain "$DATA/win5.txt"
	[[ $output == *"interval: faster"*"below 0.9800, and Mann-Whitney p "*" is below 0.05"* ]]
	run "$BIN/atesor-stats" --explain "$DATA/aa.txt"
	[[ $output == *"paired: no change"*"inside the band"* && $output == *"between 0.9800 and 1.0200"* ]]
}

@test "the level of Mann-Whitney's p is an option, recorded, and of the rule interval only" {
	verdicts() { "$BIN/atesor-stats" "$@" "$DATA/driftwin5.txt" | jq -c '[.interval_alpha, .verdicts.interval, .verdicts.paired, .verdicts.screen]'; }
	[ "$(verdicts)" = '[0.05,"no change","faster","faster"]' ]
	[ "$(verdicts --interval-alpha 0.2)" = '[0.2,"faster","faster","faster"]' ]
	run "$BIN/atesor-stats" --explain --interval-alpha 0.2 "$DATA/driftwin5.txt"
	[[ $output == *"and Mann-Whitney p 0.1207 is below 0.2"* ]]
}

@test "how many rounds are a measurement is an option" {
	printf '1 2\n2 4\n' >"$BATS_TEST_TMPDIR/two"
	run -3 "$BIN/atesor-stats" "$BATS_TEST_TMPDIR/two"
	run -0 "$BIN/atesor-stats" --min-rounds 2 "$BATS_TEST_TMPDIR/two"
	jq -e '.rounds == 2 and .median_ratio == 2' <<<"$output"
	run -3 "$BIN/atesor-stats" --min-rounds 100 "$DATA/aa.txt"
	[[ $output == *"at least 100 are needed"* ]]
}

@test "bad input names the line and exits 3" {
	local text what
	while IFS='|' read -r text what; do
		run "$BIN/atesor-stats" <(printf "$text")
		[ "$status" -eq 3 ]
		[[ $output == *"$what"* ]]
	done <<-'END'
		1 2\n1 x\n|line 2: not a number: 'x'
		1 2\n\n1 0\n|line 3: a time must be above 0
		1 2\n1 -2\n|line 2: a time must be above 0
		1 2\n1 nan\n|line 2: not a number
		1 2 3\n|line 1: expected two numbers
		1 2\n1 2\n|2 rounds: at least 5 are needed
		|0 rounds: at least 5 are needed
	END
}

@test "wrong options name the option and exit 2" {
	for words in "--rule best" "--effect 0" "--effect x" "--alpha 0.9" "--interval-alpha 0.5" "--min-rounds 1" "--min-rounds 1001" "--resamples 99999999"; do
		run "$BIN/atesor-stats" $words "$DATA/aa.txt"
		[ "$status" -eq 2 ]
		[[ $output == *"${words%% *}"* || $output == *level* ]]
	done
	run "$BIN/atesor-stats" no-such-file
	[ "$status" -eq 3 ]
	[[ $output == *no-such-file* ]]
}
