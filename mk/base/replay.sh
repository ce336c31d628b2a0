# replay.sh: commands of the package, repeated in a tree by atesor-replay (stages plan, build, tests, workload).

# package_commands COMMAND…: runs it with the package's build as options of atesor-replay: the maintainer's command,
# or a recorded recipe: FILE [PACKAGE [SANDBOX]].
package_commands() {
	if [ -z "$in_recipe" ]; then "$@" --build "${in_build?}"; return; fi
	recipe_options "$@"
}
recipe_options() {
	# shellcheck disable=SC2086 # ATESOR_RECIPE is words
	recipe_words $in_recipe
	"$@" --recipe "$recipe_file" ${recipe_package:+--package "$recipe_package"} \
		${recipe_sandbox:+--sandbox "$recipe_sandbox"}
}
recipe_words() {
	recipe_file=$(cd "${src?}" && realpath -- "$1")
	recipe_package=${2:-} recipe_sandbox=${3:-}
}

# replay LOGS OPTION…: repeats commands in the slot's tree, with the wrapper first in PATH, $jobs at a time. Exit 0
# and 1 are answers, left in $code.
replay() {
	logs=$1
	shift
	answer on_target "${bin?}/atesor-replay" run --source "$src" --tree "tree/${slot?}" --wrap "wrap/$slot" \
		--logs "$logs" --seconds "${now_limit?}" --jobs "${jobs?}" --epoch "${now_epoch?}" --overrides "${in_overrides?}" \
		--include "$PWD/$(cat include/dir)" "$@"
}
