# build.mk: a copy of the source, built through the wrapper with the flags of its slot.
# Words: build SLOT source-hash machine-hash build-text clean overrides environment-hash cc cxx compiler artifacts profile FLAG…
# The artifacts are one a line: in the verified build those that are named, to which all programs and libraries that it makes are
# added. profile: "-", "trn1" or "trn2" (training), "used HASH" or "sampled HASH" (built with what the training
# recorded).

jobs = $${atesor_cfg_JOBS:-$$(nproc)}

# $(call replay,LOGS,extra options): repeats the commands given as "$@" in the tree, with the wrapper first in PATH.
replay = on_target "$$bin/atesor-replay" run --source "$$src" --tree "tree/$$slot" --wrap "wrap/$$slot" --logs "$1" --seconds "$$limit" --jobs "$${jobs:-$(jobs)}" \
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

# Words among the flags that are none of a compiler's: NAME=VALUE (Go, Rust) goes to the environment of the build; `{only} UNITS` and
# `{also} FLAG UNITS` say which objects get the flags (explain.mk). "$@" keeps the rest. The value of -D is none of them.
define settings_apart
$(setting)
$(listed_units)
only= also= also_flag= left=$$# before=
while [ "$$left" -gt 0 ]; do
	word=$$1 left=$$((left - 1)); shift
	case $$before$$word in
	-D*) set -- "$$@" "$$word";;
	"{only} "*) only=$$raw/only; list_units "$$only" $${word#* };;
	"{also} "*) also=$$raw/also; word=$${word#* } also_flag=$${word%% *}; list_units "$$also" $${word#* };;
	[A-Z_]*=*) setting "$$word" "$${profile%% *}";;
	*) set -- "$$@" "$$word";;
	esac
	case $$word in -D) before=-D;; *) before=;; esac
done
endef

# build_once FLAG…: a fresh copy, built with these flags and $$jobs at a time; $$at is where its logs go.
define build_once
build_once() {
	rm -rf "built/$$slot" "tree/$$slot" "tree/$$slot.part" "wrap/$$slot"
	"$$bin/atesor-tree" copy "$$src" "tree/$$slot"
	"$$bin/atesor-replay" wrap $${emulator:+--triplet "$$atesor_cfg_TRIPLET"} $${only:+--only "$$only"} $${also:+--also "$$also" --also-flag "$$also_flag"} \
		--dir "wrap/$$slot" --tree "tree/$$slot" --profile "profile/$${profile%% *}" --cc "$$cc" --cxx "$$cxx" -- "$$@" >"$$raw/wrap.json"
	: >"$$raw/commands.jsonl"
	if [ "$$clean" ]; then set -- --whole --build "$$clean"; $(call answer,$(call replay,$$at.clean) >>"$$raw/commands.jsonl"); fi
	"$$bin/atesor-tree" clean --source "$$src" --list "$$raw/removed" "tree/$$slot" >"$$raw/removed.jsonl"
	"$$bin/atesor-tree" snapshot "tree/$$slot" --list "$$raw/before"
	: >"wrap/$$slot/log.jsonl"
	$(source_text)
	$(call answer,$(call replay,$$at) >>"$$raw/commands.jsonl")
}
endef
# What the logs of this attempt say by a regular expression.
logged = { cat "$$at"/*.log 2>/dev/null || :; } | { grep -aE $1 || :; }

# Attempts, until build-retry.jq is content: a copy of the tree for each, and what came of those before is kept.
%.build:
	@$(begin)
	rm -rf "$$log".[2-9]*
	clean=$$6 overrides=$$7 cc=$$9 cxx=$${10} artifacts=$${12} profile=$${13}
	shift 13
	$(settings_apart)
	case $$profile in "used "*|"sampled "*|"go "*) [ "$$(profile_hash "$${profile%% *}")" = "$${profile#* }" ] ||
		{ rm -f doc/trn1.train.json doc/trn2.sample.json doc/base.goprofile.json; say "the profile is not the recorded one: the training is repeated"; exit 0; };; esac
	[ "$$profile" = - ] || export CCACHE_DISABLE=1
	[ -x "$$cxx" ] || cxx=
	mkdir -p profile
	$(include_files)
	$(build_once)
	: >"$$raw/attempts.jsonl"
	jobs=$(jobs) mild= at=$$log attempt=1
	while :; do
		build_once "$$@" $$mild
		$(call logged,Werror) | jq -Rnc -f "$$filters/stage/build/errors.jq" >"$$raw/errors.json"
		again=
		eval "$$(jobs=$$jobs mild=$$mild given=$$* jq -nr -L "$$filters" --slurpfile commands "$$raw/commands.jsonl" --slurpfile errors "$$raw/errors.json" -f "$$filters/stage/build/retry.jq")"
		[ "$$again" ] || break
		printf '%s\n' "$$again" >>"$$raw/attempts.jsonl"
		attempt=$$((attempt + 1)) at=$$log.$$attempt
		say "$$slot build, once more:$$([ "$$jobs" != 1 ] || echo " one job") $$mild"
	done
	"$$bin/atesor-tree" changed "tree/$$slot" --since "$$raw/before" >"$$raw/changed.jsonl"
	"$$bin/atesor-tree" restore --from "$$src" "tree/$$slot" <"$$raw/removed" >"$$raw/restored.jsonl"
	{ printf '%s\n' "$$artifacts"; [ "$$slot" != vrfy ] || jq -r -L "$$filters" -f "$$filters/stage/build/found.jq" "$$raw/changed.jsonl"; } | awk 'NF && !seen[$$0]++' >"$$raw/artifacts"
	{ $(list_artifacts); } <"$$raw/artifacts" >"$$raw/artifacts.jsonl"
	$(call logged,'\[[^ ]*-W[^ ]*(lto-type-mismatch|odr|strict-aliasing|coverage-mismatch|missing-profile|profile-instr)') | jq -Rnc -f "$$filters/stage/build/diagnostics.jq" >"$$raw/diagnostics.json"
	mkdir -p built && : >"built/$$slot"
	export jobs mild artifacts_sha256=$$(hash_of "$$raw/artifacts.jsonl")
	$(call document,build,--slurpfile commands "$$raw/commands.jsonl" --slurpfile calls "wrap/$$slot/log.jsonl" --slurpfile changed "$$raw/changed.jsonl" --slurpfile artifacts "$$raw/artifacts.jsonl" --slurpfile removed "$$raw/removed.jsonl" --slurpfile diagnostics "$$raw/diagnostics.json" --slurpfile restored "$$raw/restored.jsonl" --slurpfile attempts "$$raw/attempts.jsonl" --arg tree "$$PWD/tree/$$slot")

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
