# build.mk: a copy of the source, built through the wrapper with the flags of its slot.
# Words: build SLOT source-hash machine-hash build-text clean overrides environment-hash cc cxx compiler artifacts profile FLAG…
# The artifacts are one a line: in the verified build those that are named, to which all programs and libraries that it makes are
# added. profile: "-", "trn1" or "trn2" (training), "used HASH" or "sampled HASH" (built with what the training
# recorded).

jobs = $${atesor_cfg_JOBS:-$$(nproc)}

# $(call replay,LOGS,extra options): repeats the commands given as "$@" in the tree, with the wrapper first in PATH.
replay = on_target "$$bin/atesor-replay" run --source "$$src" --tree "tree/$$slot" --wrap "wrap/$$slot" --logs "$1" --seconds "$$limit" --jobs "$(jobs)" \
	--epoch "$$(jq .data.manifest.newest doc/source.json)" --overrides "$$overrides" --include "$$PWD/$$(cat include/dir)" $2 "$$@"

# The sha256 and path of each artifact, as JSON Lines; one that is not there has no sha256.
define list_artifacts
while IFS= read -r path; do
	[ "$$path" ] || continue
	sum=
	if [ -f "tree/$$slot/$$path" ]; then sum=$$(sha256sum <"tree/$$slot/$$path"); fi
	jq -nc --arg path "$$path" --arg sha256 "$${sum%% *}" '{path: $$path} + if $$sha256 != "" then {sha256: $$sha256} else {} end'
done
endef

# setting NAME=VALUE PROFILE: to the environment. The profile of GOFLAGS, which is its last word, is found by its whole path: Go takes quotes there.
define setting
setting() {
	case $$1 in
	GOFLAGS=*"-pgo={profile}"*)
		flags=$${1#GOFLAGS=} quote=
		case $$PWD in *" "*) quote="'";; esac
		export GOFLAGS="$${GOFLAGS:+$$GOFLAGS }$${flags%%-pgo=*}$$quote-pgo=$$PWD/profile/$$2$${flags#*"{profile}"}$$quote" ;;
	*) export "$$1" ;;
	esac
}
endef

# NAME=VALUE words among the flags (Go, Rust) go to the environment of the build; "$@" keeps the rest. The value of -D is none of them.
define settings_apart
$(setting)
left=$$# before=
while [ "$$left" -gt 0 ]; do
	word=$$1 left=$$((left - 1)); shift
	case $$before$$word in
	-D*) set -- "$$@" "$$word";;
	[A-Z_]*=*) setting "$$word" "$${profile%% *}";;
	*) set -- "$$@" "$$word";;
	esac
	case $$word in -D) before=-D;; *) before=;; esac
done
endef

%.build:
	@$(begin)
	clean=$$6 overrides=$$7 cc=$$9 cxx=$${10} artifacts=$${12} profile=$${13}
	shift 13
	$(settings_apart)
	case $$profile in "used "*|"sampled "*|"go "*) [ "$$(profile_hash "$${profile%% *}")" = "$${profile#* }" ] ||
		{ rm -f doc/trn1.train.json doc/trn2.sample.json doc/base.goprofile.json; say "the profile is not the recorded one: the training is repeated"; exit 0; };; esac
	[ "$$profile" = - ] || export CCACHE_DISABLE=1
	rm -rf "built/$$slot" "tree/$$slot" "tree/$$slot.part" "wrap/$$slot"
	mkdir -p profile
	$(include_files)
	"$$bin/atesor-tree" copy "$$src" "tree/$$slot"
	[ -x "$$cxx" ] || cxx=
	"$$bin/atesor-replay" wrap $${emulator:+--triplet "$$atesor_cfg_TRIPLET"} --dir "wrap/$$slot" --tree "tree/$$slot" --profile "profile/$${profile%% *}" --cc "$$cc" --cxx "$$cxx" -- "$$@" >"$$raw/wrap.json"
	: >"$$raw/commands.jsonl"
	if [ "$$clean" ]; then set -- --whole --build "$$clean"; $(call answer,$(call replay,$$log.clean) >>"$$raw/commands.jsonl"); fi
	"$$bin/atesor-tree" clean --source "$$src" --list "$$raw/removed" "tree/$$slot" >"$$raw/removed.jsonl"
	"$$bin/atesor-tree" snapshot "tree/$$slot" --list "$$raw/before"
	: >"wrap/$$slot/log.jsonl"
	$(source_text)
	$(call answer,$(call replay,$$log) >>"$$raw/commands.jsonl")
	"$$bin/atesor-tree" changed "tree/$$slot" --since "$$raw/before" >"$$raw/changed.jsonl"
	"$$bin/atesor-tree" restore --from "$$src" "tree/$$slot" <"$$raw/removed" >"$$raw/restored.jsonl"
	{ printf '%s\n' "$$artifacts"; [ "$$slot" != vrfy ] || jq -r -L "$$filters" -f "$$filters/found-artifacts.jq" "$$raw/changed.jsonl"; } | awk 'NF && !seen[$$0]++' >"$$raw/artifacts"
	{ $(list_artifacts); } <"$$raw/artifacts" >"$$raw/artifacts.jsonl"
	{ cat "$$log"/*.log 2>/dev/null || :; } | { grep -aE '\[[^ ]*-W[^ ]*(lto-type-mismatch|odr|strict-aliasing|coverage-mismatch|missing-profile|profile-instr)' || :; } | jq -Rnc -f "$$filters/diagnostics.jq" >"$$raw/diagnostics.json"
	mkdir -p built && : >"built/$$slot"
	export artifacts_sha256=$$(hash_of "$$raw/artifacts.jsonl")
	$(call document,build,--slurpfile commands "$$raw/commands.jsonl" --slurpfile calls "wrap/$$slot/log.jsonl" --slurpfile changed "$$raw/changed.jsonl" --slurpfile artifacts "$$raw/artifacts.jsonl" --slurpfile removed "$$raw/removed.jsonl" --slurpfile diagnostics "$$raw/diagnostics.json" --slurpfile restored "$$raw/restored.jsonl" --arg tree "$$PWD/tree/$$slot")

# A copy must still find the fragments by the relative path that the package includes them with: make looks for
# "../../mk/atesor.mk" in -I directories too, so a folder as deep as that path goes up, with a one-line include at the right place,
# serves all copies.
define include_files
case $$atesor_included in "$$src"/*) rel=$${atesor_included#"$$src"/};; /*) rel=atesor.mk;; *) rel=$$atesor_included;; esac
case $$rel in ../*) ;; *) rel=atesor.mk;; esac
deep=include; rest=$$rel; while [ "$$rest" != "$${rest#../}" ]; do deep=$$deep/in rest=$${rest#../}; done
mkdir -p "$$deep"
printf '%s\n' "$$deep" >"include/dir.$$slot" && mv -f "include/dir.$$slot" include/dir
for at in "$$deep/$$rel" "$$deep/atesor.mk"; do
	mkdir -p "$$(dirname "$$at")"
	printf 'include %s\n' "$$(printf '%s' "$$atesor_mk/atesor.mk" | sed 's/ /\\ /g')" >"$$at.$$slot" && mv -f "$$at.$$slot" "$$at"
done
endef
