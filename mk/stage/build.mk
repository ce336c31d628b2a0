# build.mk: a copy of the source, built through the wrapper with the flags of its slot.
# Words: build SLOT source-hash build-text clean overrides environment-hash cc cxx compiler artifacts profile FLAG…
# The artifacts are one a line; empty: all programs and libraries that the build makes. profile: "-", "trn1" (training) or
# "trn1 HASH" (built with what trn1 recorded).

jobs = $${atesor_cfg_JOBS:-$$(nproc)}

# $(call replay,LOGS,extra options): repeats the commands given as "$@" in the tree, with the wrapper first in PATH.
replay = "$$bin/atesor-replay" run --source "$$src" --tree "tree/$$slot" --wrap "wrap/$$slot" --logs "$1" --seconds "$$limit" --jobs "$(jobs)" \
	--epoch "$$(jq .data.manifest.newest doc/source.json)" --overrides "$$overrides" --include "$$PWD/$(include_dir)" $2 "$$@"

# The sha256 and path of each artifact, as JSON Lines; one that is not there has no sha256.
define list_artifacts
while IFS= read -r path; do
	[ "$$path" ] || continue
	sum=
	if [ -f "tree/$$slot/$$path" ]; then sum=$$(sha256sum <"tree/$$slot/$$path"); fi
	jq -nc --arg path "$$path" --arg sha256 "$${sum%% *}" '{path: $$path} + if $$sha256 != "" then {sha256: $$sha256} else {} end'
done
endef

%.build:
	@$(begin)
	clean=$$5 overrides=$$6 cc=$$8 cxx=$$9 artifacts=$${11} profile=$${12}
	shift 12
	case $$profile in "trn1 "*) [ "$$(profile_hash trn1)" = "$${profile#* }" ] ||
		fail "the profile in $$PWD/profile/trn1 is not the recorded one: remove $$PWD/doc/trn1.train.json and run again";; esac
	[ "$$profile" = - ] || export CCACHE_DISABLE=1
	[ "$$profile" != "$$slot" ] || rm -rf "profile/$$slot"
	rm -rf "built/$$slot" "tree/$$slot" "tree/$$slot.part" "wrap/$$slot"
	mkdir -p profile
	$(include_files)
	"$$bin/atesor-tree" copy "$$src" "tree/$$slot"
	"$$bin/atesor-replay" wrap --dir "wrap/$$slot" --tree "tree/$$slot" --profile "profile/$${profile%% *}" --cc "$$cc" --cxx "$$cxx" -- "$$@" >"$$raw/wrap.json"
	if [ "$$clean" ]; then set -- --whole --build "$$clean"; $(call answer,$(call replay,$$log.clean) >"$$raw/clean.jsonl"); fi
	"$$bin/atesor-tree" clean --source "$$src" --list "$$raw/removed" "tree/$$slot" >"$$raw/removed.jsonl"
	"$$bin/atesor-tree" snapshot "tree/$$slot" --list "$$raw/before"
	: >"wrap/$$slot/log.jsonl"
	$(source_text)
	$(call answer,$(call replay,$$log) >"$$raw/commands.jsonl")
	"$$bin/atesor-tree" changed "tree/$$slot" --since "$$raw/before" >"$$raw/changed.jsonl"
	"$$bin/atesor-tree" restore --from "$$src" "tree/$$slot" <"$$raw/removed" >"$$raw/restored.jsonl"
	if [ "$$artifacts" ]; then printf '%s\n' "$$artifacts"; else jq -r -L "$$filters" -f "$$filters/found-artifacts.jq" "$$raw/changed.jsonl"; fi >"$$raw/artifacts"
	{ $(list_artifacts); } <"$$raw/artifacts" >"$$raw/artifacts.jsonl"
	mkdir -p built && : >"built/$$slot"
	export artifacts_sha256=$$(hash_of "$$raw/artifacts.jsonl")
	$(call document,build,--slurpfile commands "$$raw/commands.jsonl" --slurpfile calls "wrap/$$slot/log.jsonl" --slurpfile changed "$$raw/changed.jsonl" --slurpfile artifacts "$$raw/artifacts.jsonl" --slurpfile removed "$$raw/removed.jsonl" --slurpfile restored "$$raw/restored.jsonl" --arg tree "$$PWD/tree/$$slot")

# A copy must still find the fragments by the relative path that the package includes them with: make looks for
# "../../mk/atesor.mk" in -I directories too, so a folder deep enough, with a one-line include at the right place, serves all copies.
include_dir = include/1/2/3/4/5/6/7/8
define include_files
case $$atesor_included in "$$src"/*) rel=$${atesor_included#"$$src"/};; /*) rel=atesor.mk;; *) rel=$$atesor_included;; esac
case $$rel in ../*) ;; *) rel=atesor.mk;; esac
mkdir -p "$(include_dir)" "$$(dirname "$(include_dir)/$$rel")"
for at in "$(include_dir)/$$rel" "$(include_dir)/atesor.mk"; do printf 'include %s\n' "$$(printf '%s' "$$atesor_mk/atesor.mk" | sed 's/ /\\ /g')" >"$$at"; done
endef
