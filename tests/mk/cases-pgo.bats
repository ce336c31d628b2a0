# Field cases about profile-guided builds, each with the right answer.
load package

setup() {
	short
	dir=$BATS_TEST_TMPDIR/p
	unset ATESOR_PGO
}

@test "29-pgotrain: trained with one command, judged by another, and held against a guard" {
	case_package "$dir" 29-pgotrain "" "{bin} b 3000000"
	sed -i '1i ATESOR_TRAIN = {bin} a 3000000' "$dir/Makefile"
	ATESOR_GUARD='{bin} a 3000000' optimize "$dir"
	echo "$output"
	[ "$(result "$dir" '.data.tunes[] | select(.slot == "pgo1") | .verdict | IN("faster", "no change", "slower", "accepted", "not confirmed")')" = true ]
	[ "$(jq -r '[.warnings[] | select(.code == "train_same")] | length' "$dir.opt/doc/trn1.train.json")" = 0 ]
	grep -q "{bin} a 3000000" "$dir.opt/doc/trn1.train.json"
	# Without a training of its own, that is said.
	sed -i /ATESOR_TRAIN/d "$dir/Makefile"
	optimize "$dir"
	[ "$(result "$dir" '[.warnings[] | select(.code == "train_same")] | length')" = 1 ]
}
