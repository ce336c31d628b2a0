# common.mk: what every stage recipe begins and ends with. $@ is SLOT.STAGE; "$@" are the words of the command (words.jq).
define begin
$(atesor_functions)
$(emulation)
[ "$${atesor_v:-}" != 1 ] || set -x
eval "set -- $$words_$(subst .,_,$@)"
export args="$$args_$(subst .,_,$@)" started=$$(date +%s.%N)
slot=$$2 raw=raw/$@ log=log/$@
rm -rf "$$raw" "$$log" && mkdir -p "$$raw"
trap 'exit 130' INT
endef

# $(call document,STAGE,jq options): the stage's filter reads the raw files and gives the document, which appears whole.
document = jq -n -L "$$filters" $2 -f "$$filters/stage/$1/document.jq" >doc/$@.part && mv -f doc/$@.part doc/$@.json

# $(call answer,COMMAND): 0 and 1 are answers; anything else is a broken tool and ends the run without a document.
define answer
code=0; $1 || code=$$?; [ $$code -le 1 ] || exit $$code
endef

# $(call built_files,SLOT): the paths of the artifacts that a build made, a line each; $(call built_sums,SLOT): as sha256sum checks them.
built_files = jq -r '.data.artifacts[] | select(.sha256) | .path' "doc/$1.build.json"
built_sums = jq -r '.data.artifacts[] | select(.sha256) | "\(.sha256)  \(.path)"' "doc/$1.build.json"

# same_artifacts SLOT: the files in the tree are the ones that were built. If not, the tree is in doubt: the command makes no document, and
# the pipeline asks for the build first.
define verified_tree
same_artifacts() {
	$(call built_sums,$$1) >"$$raw/sums.$$1"
	[ -s "$$raw/sums.$$1" ] || return 0
	( cd "tree/$$1" && sha256sum --quiet --check --strict - ) <"$$raw/sums.$$1" >&2 || { rm -f "built/$$1"; say "the files in tree/$$1 are not the ones that were built: it is built again"; exit 0; }
}
endef

# The lines of a file as "$@".
lines = set --; while IFS= read -r line; do set -- "$$@" "$$line"; done

# $(call timer,options): atesor-time with these options and "$@"; a run that fails is an answer too (and up to the code in $worst).
timer = code=0; "$$bin/atesor-time" $1 "$$@" || code=$$?; [ $$code -le $${worst:-1} ] || exit $$code
