# record.sh: the answer of a run in the recipe that it was built from (ATESOR_RECIPE), so that the next run for such a
# machine knows of it. The file appears whole or stays as it was; its directory is locked meanwhile, so that two runs
# lose nothing of each other. A recipe inside the source, which is only read, is written to ATESOR_OUT instead. Runs
# in ATESOR_OUT, after report/publish.sh.
set -eu
. "${atesor_mk:?}/base/shell.sh"
: "${src:?}" "${out:?}" "${atesor_cfg_RECIPE:?}"

leave() { say "the result is not recorded: $*"; exit 0; }

# find_recipe FILE [PACKAGE [SANDBOX]]: the words of ATESOR_RECIPE.
find_recipe() {
	recipe=$(cd "$src" && realpath -- "$1")
	export atesor_recipe_package="${2:-}" atesor_recipe_sandbox="${3:-}"
	case $recipe in "$src"/*) target=$out/recipe.json;; *) target=$recipe;; esac
}

lock_directory() {
	[ -w "$(dirname "$target")" ] || leave "the directory of '$target' cannot be written"
	exec 8<"$(dirname "$target")"
	flock -w 60 8 || fail "the directory of '$target' is locked by another program"
}

# indentation: the file keeps its own, as an option of jq.
indentation() {
	second=$(sed -n 2p "$recipe")
	blanks=${second%%[! ]*}
	case $second in
	'') echo --compact-output;;
	"	"*) echo --tab;;
	*) echo "--indent $(( ${#blanks} > 7 ? 7 : ${#blanks} ))";;
	esac
}

# write_part: the recipe with the result, as $part; empty where nothing is to be recorded.
write_part() {
	part=$target.atesor.$$
	trap 'rm -f "$part"' EXIT
	cp -p -- "$recipe" "$part"
	slot=$(jq -r '.data.accepted.slot // "base"' result.json)
	# shellcheck disable=SC2046  # options are words
	filter accepted/record $(indentation) --slurpfile result result.json --slurpfile build "doc/$slot.build.json" \
		"$recipe" >"$part" || fail "the recipe cannot be read any more: '$recipe'"
}

# check_numbers: jq rounds long numbers: what it cannot keep, it must not write.
check_numbers() {
	! long_numbers "$recipe" | grep -qvxF "$(long_numbers "$part")" ||
		leave "'$recipe' holds numbers of so many digits that jq would round them"
}
long_numbers() { grep -oE '"([^"\\]|\\.)*"|[0-9]{16,}' "$1" | grep -v '^"' | sort -u; }

read -r status <raw/status
case $status in accepted|"no gain") ;; *) exit 0;; esac
# shellcheck disable=SC2086  # the setting holds words
find_recipe $atesor_cfg_RECIPE
lock_directory
write_part
[ -s "$part" ] || exit 0
check_numbers
! cmp -s "$part" "$target" || exit 0
mv -f "$part" "$target"
say "the result is recorded in $target"
