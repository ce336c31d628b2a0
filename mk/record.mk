# record.mk: the answer of a run in the recipe that it was built from (ATESOR_RECIPE), so that the next run for such a machine
# knows of it. The file appears whole or stays as it was; its directory is locked meanwhile, so that two runs lose nothing of
# each other. A recipe inside the source, which is only read, is written to ATESOR_OUT instead.
define record
if [ "$$atesor_cfg_RECIPE" ] && [ -z "$$broken" ] && jq -e '.data.status | IN("accepted", "no gain")' result.json >/dev/null; then (
	set -- $$atesor_cfg_RECIPE
	export atesor_recipe_package="$${2:-}" atesor_recipe_sandbox="$${3:-}"
	recipe=$$(cd "$$src" && realpath -- "$$1")
	case $$recipe in "$$src"/*) target=$$out/recipe.json;; *) target=$$recipe;; esac
	[ -w "$$(dirname "$$target")" ] || { say "the result is not recorded: the directory of '$$target' cannot be written"; exit 0; }
	exec 8<"$$(dirname "$$target")"
	flock -w 60 8 || fail "the directory of '$$target' is locked by another program"
	slot=$$(jq -r '.data.accepted.slot // "base"' result.json)
	part=$$target.atesor.$$$$
	trap 'rm -f "$$part"' EXIT
	cp -p -- "$$recipe" "$$part"
	# The file keeps its indentation.
	case $$(sed -n 2p "$$recipe") in '') set -- -c;; "	"*) set -- --tab;;
	*) set -- --indent "$$(sed -n '2s/[^ ].*//p' "$$recipe" | awk '{ print length($$0) > 7 ? 7 : length($$0) }')";; esac
	set -- "$$@" --slurpfile result result.json --slurpfile build "doc/$$slot.build.json"
	jq "$$@" -L "$$filters" -f "$$filters/accepted/record.jq" "$$recipe" >"$$part" || fail "the recipe cannot be read any more: '$$recipe'"
	[ -s "$$part" ] || exit 0
	# jq rounds long numbers: what it cannot keep, it must not write.
	long_numbers() { grep -oE '"([^"\\]|\\.)*"|[0-9]{16,}' "$$1" | grep -v '^"' | sort -u; }
	if [ "$$(long_numbers "$$recipe" | grep -vxF "$$(long_numbers "$$part")")" ]; then
		say "the result is not recorded: '$$recipe' holds numbers of so many digits that jq would round them"; exit 0
	fi
	! cmp -s "$$part" "$$target" || exit 0
	mv -f "$$part" "$$target"
	say "the result is recorded in $$target"
); fi
endef
