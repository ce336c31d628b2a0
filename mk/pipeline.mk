# pipeline.mk: the private make. It asks mk/policy/pipeline.jq which documents are wanted, makes them (mk/stage/*.mk), and asks again.
# Its shell, flags and variables are its own; the package's settings come as atesor_cfg_* in the environment. All recipes work
# in ATESOR_OUT with relative names, so that any character may stand in its path.
here := $(dir $(lastword $(MAKEFILE_LIST)))
include $(here)version.mk $(here)message.mk $(here)publish.mk $(here)record.mk $(here)package.mk $(here)emulate.mk $(wildcard $(here)stage/*.mk)

export atesor_version
MAKEFLAGS   += --no-builtin-rules --no-print-directory
SHELL       := /bin/sh
.SHELLFLAGS := -euc
.ONESHELL:
.SUFFIXES:
.DEFAULT_GOAL := optimize
.PHONY: optimize atesor-probe atesor-verify atesor-build atesor-measure atesor-accept atesor-report atesor-status atesor-golden atesor-explain atesor-bar atesor-roofline atesor-package atesor-apply atesor-clean atesor-help atesor-vars

flags := $(filter-out --%,$(firstword -$(MAKEFLAGS)))
$(if $(findstring t,$(flags))$(findstring i,$(flags)),$(error atesor: make -t and -i would forge results: run without them))

# Where the programs are: beside the fragments when installed (PREFIX/bin), in build/bin of a source tree; atesor_bin for tests.
define prologue
$(atesor_functions)
[ "$${atesor_v:-}" != 1 ] || set -x
filters=$$atesor_mk
for bin in "$${atesor_bin:-}" "$$atesor_mk/../build/bin" "$$atesor_mk/../../bin"; do [ ! -x "$$bin/atesor-time" ] || break; done
[ -x "$$bin/atesor-time" ] || fail "the programs are not there: build atesor first (make in the directory above $$atesor_mk)"
endef

# The content of the files that settings name: they may lie outside the source, whose hash then says nothing of them.
define outside_files
outside_files() {
	jq -r '.data | (.harness | select(. != "") | "HARNESS|\(split(" ")[0])"), (.input.file? // empty | "INPUT|\(.)"), (.train.input.file? // empty | "TRAIN|\(.)"), (.guard[].input.file? // empty | "GUARD|\(.)")' \
		doc/config.json | while IFS= read -r named; do
		file=$${named#*|}
		( cd "$$src" && [ -f "$$file" ] && sha256sum <"$$file" ) || fail "ATESOR_$${named%%|*} names no file that can be read: '$$file'"
	done
}
endef

# Settings → doc/config.json, checked; the source → doc/source.json; the machine's fingerprint → doc/machine.json.
define open_out
$(standing)
$(outside_files)
$(whole_filter)
$(emulation)
command -v jq >/dev/null || fail "jq was not found: install the package jq"
src=$$(cd "$$atesor_cfg_SRC" 2>/dev/null && pwd -P) || fail "ATESOR_SRC is no directory: '$$atesor_cfg_SRC'"
[ "$$atesor_cfg_OUT" ] || fail "ATESOR_OUT must not be empty: say where the results go, outside $$src"
out=$$(realpath -m -- "$$atesor_cfg_OUT")
case $$out/ in "$$src"/*) fail "ATESOR_OUT must be outside the source: '$$out' is inside '$$src'";; esac
settings=$$(jq -nc -L "$$filters" -f "$$filters/goal/config.jq")
case $$settings in '{"errors":[],'*) ;; *) printf '%s' "$$settings" | jq -r '.errors[] | "atesor: error: \(.)"' >&2; exit 2;; esac
mkdir -p "$$out" && cd "$$out"
[ ! -e doc/config.json ] && [ -n "$$(ls -A)" ] && fail "ATESOR_OUT is not empty and not ours: '$$out'"
mkdir -p doc raw tree built wrap log
exec 9>lock && flock -n 9 || fail "another run works in '$$out'"
case $${goal-} in explain) whole explain/next;; *) whole goal/next;; esac | put raw/ask.jq
rm -f doc/*.part
[ -z "$$atesor_cfg_JUNIT" ] || case $$(realpath -m -- "$$atesor_cfg_JUNIT")/ in "$$src"/*) fail "ATESOR_JUNIT must be outside the source, which is only read: '$$atesor_cfg_JUNIT'";; esac
[ -d accepted ] || rm -f doc/kept.accept.json
printf '%s\n' "$$settings" | put doc/config.json
manifest=$$("$$bin/atesor-tree" manifest "$$src" --list raw/source.list)
files_sha256=$$(outside_files) || exit 2
files_sha256=$$(printf '%s\n' "$$files_sha256" | sha256sum)
recipe_sha256=; [ -z "$$atesor_cfg_RECIPE" ] || ( cd "$$src" && [ -r "$${atesor_cfg_RECIPE%% *}" ] ) || fail "ATESOR_RECIPE is no file that can be read: '$$atesor_cfg_RECIPE'"
# What earlier runs recorded in a recipe (record.mk) is no part of what is built.
[ -z "$$atesor_cfg_RECIPE" ] || recipe_sha256=$$(cd "$$src" && jq -c 'del(.packages[]?[]?.optimizations?)' "$${atesor_cfg_RECIPE%% *}" 2>/dev/null | sha256sum)
recipe_sha256=$${recipe_sha256%% *}
environment_sha256=$$(env | grep -E '^(CC|CXX|CPP|LD|AR|NM|RANLIB|(C|CXX|CPP|LD|AS|F|FC)FLAGS|LIBS|PKG_CONFIG_[A-Z]*|CPATH|C_INCLUDE_PATH|CPLUS_INCLUDE_PATH|LIBRARY_PATH|ACLOCAL_PATH|CONFIG_SITE|GO(FLAGS|OS|ARCH|AMD64|ARM64|RISCV64|EXPERIMENT)|CGO_[A-Z]*|RUSTFLAGS|CARGO_[A-Z_]*)=' | LC_ALL=C sort | sha256sum)
printf '{"data":{"manifest":%s,"files_sha256":"%s","recipe_sha256":"%s","environment_sha256":"%s"}}\n' "$$manifest" "$${files_sha256%% *}" "$$recipe_sha256" "$${environment_sha256%% *}" | put doc/source.json
$(find_emulator)
printf '{"data":{"fingerprint":"%s"}}\n' "$$(probe_target --fingerprint)" | put doc/machine.json
export src out bin filters emulator
endef

# The trees that are there and whole: built/SLOT is removed before a tree is worked on, and comes back after.
trees = for slot in $$(ls built); do [ ! -d "tree/$$slot" ] || echo "$$slot"; done

# A question: the goal, what was told, the trees and all documents, as one JSON text.
question = awk -v head="{\"goal\":\"$$goal\",\"seen\":\"$$seen\",\"trees\":\"$$(echo $$($(trees)))\",\"docs\":{" 'BEGIN { printf "%s", head } FNR == 1 { name = FILENAME; gsub(/.*\/|[.]json$$/, "", name); \
	printf "%s\"%s\":", sep, name; sep = "," } 1; END { print "}}" }' doc/*.json

judged = the documents in $$out/doc can't be judged; remove the broken one, or all with 'make atesor-clean'

# One jq answers all questions of a run: reading its filter takes it ten times as long as an answer. Two pipes lead to it; their names go as
# soon as both ends are open. ask: asks, and puts the answer, which ends with a line of its own, in $$next.
define asking
jq empty doc/*.json || fail "$(judged)"   # one that is cut short would be waited for
rm -f raw/question raw/answer && mkfifo raw/question raw/answer
jq -rn --unbuffered -f raw/ask.jq <raw/question >raw/answer 9>&- &
exec 7>raw/question 8<raw/answer
rm raw/question raw/answer
end=$$(printf '\001')
ask() {
	next=
	$(question) >&7 || return
	while IFS= read -r line <&8; do
		[ "$$line" != "$$end" ] || return 0
		next="$$next$$line
"
	done
	return 1
}
endef

# A filter with all that it includes, each file once: jq 1.6 binds a module anew for every file that includes it, and is half as fast.
define whole_filter
whole() {
	awk -v dir="$$filters" 'function add(name, file, line) {
		file = dir "/" name ".jq"
		if (!seen[name]++) while ((getline line <file) > 0) if (line ~ /^include "/) add(substr(line, 10, length(line) - 11)); else print line
	} BEGIN { add("'"$$1"'") }'
}
endef

# What ended a run before any tune was built may come out otherwise now: a machine is quiet, a tool or a header was installed, an agent has
# another answer. Only what this goal makes anew goes.
define retried
set -- doc/mach.*.json
case $$goal in all|verify|build|measure) set -- "$$@" doc/vrfy.plan.json doc/vrfy.build.json doc/vrfy.facts.json;; esac
case $$goal in all|build|measure) set -- "$$@" doc/base.build.json doc/base.facts.json;; esac
case $$goal in all|measure) ! [ "$$atesor_cfg_AGENT" ] && ! grep -qs "the harness does not build" doc/base.workload.json || set -- "$$@" doc/base.workload.json;; esac
for bad in $$(grep -ls '"status": *"failed"' "$$@"); do rm -f "$$bad"; done
endef

# The loop (its recipe begins with +, for make sees no $(MAKE) through the variable and would keep the jobserver). A command whose document does not satisfy the pipeline would be asked for again for ever: the guard ends that.
define run
$(retried)
export broken=
seen= last= ran=
$(asking)
while :; do
	ask || fail "$(judged)"
	eval "$$next"
	[ "$$goals" ] || break
	[ "$$next" != "$$last" ] || fail "no valid document came from: $$goals"
	last=$$next ran=1
	for goal_ in $$goals; do say "$$(printf '%s' "$$goal_" | tr . ' ')"; done
	code=0; $(MAKE) -f "$$atesor_mk/pipeline.mk" $$goals 7>&- 8<&- 9>&- || code=$$?
	[ $$code -eq 0 ] || { [ "$$goal" = explain ] || { broken="the step $$goals could not be done"; $(publish); }; exit $$code; }
done
exec 7>&- 8<&-
endef

# The source must be as it was when the run began: a build that reaches out of its tree would show here.
define source_unchanged
[ -z "$$ran" ] || { "$$bin/atesor-tree" manifest "$$src" --list raw/source.after >/dev/null
	cmp -s raw/source.list raw/source.after || fail "the source changed while atesor ran: $$(diff raw/source.list raw/source.after | sed -n '2s/^. //p')"; }
endef

# What a goal that is a part of the whole says at its end.
define show
if [ "$$goal" = probe ]; then
	kind=$$(jq -r '.data.kind // empty' doc/mach.probe.json)
	[ -z "$$kind" ] || jq .data doc/mach.probe.json | put "machine_profile_$$kind.json"
	jq -r -f "$$filters/goal/machine.jq" doc/mach.probe.json
else jq -rn -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/goal/status.jq" doc/*.json; fi
endef

# make -n runs and writes nothing: make would carry out recipes that call $(MAKE), so there is none then.
ifneq ($(findstring n,$(flags)),)
$(info atesor: make -n: nothing is run, nothing is written)
optimize $(filter atesor-%,$(MAKECMDGOALS)):
else

optimize atesor-accept: goal = all
atesor-probe: goal = probe
atesor-verify: goal = verify
atesor-build: goal = build
atesor-measure: goal = measure
optimize atesor-accept atesor-probe atesor-verify atesor-build atesor-measure:
	+@$(prologue)
	goal=$(goal)
	$(open_out)
	$(run)
	$(source_unchanged)
	$(if $(filter all,$(goal)),$(finish),$(show))

atesor-golden:
	+@$(prologue)
	goal=golden
	[ "$$atesor_cfg_GOLDEN" ] || fail "ATESOR_GOLDEN names no command that prints '<name> <64 hex digits>' lines"
	$(open_out)
	$(run)
	$(source_unchanged)
	$(golden)

atesor-explain:
	+@$(prologue)
	goal=explain
	[ "$$atesor_cfg_TUNE" ] || fail "ATESOR_TUNE names no tune: make atesor-explain ATESOR_TUNE=tun5"
	$(open_out)
	$(run)
	$(source_unchanged)
	$(explanation)

atesor-bar:
	@$(prologue)
	$(open_out)
	$(bar)

atesor-roofline:
	@$(prologue)
	$(open_out)
	$(roofline)

atesor-report:
	@$(prologue)
	goal=all ran=
	$(open_out)
	export broken=
	$(publish)
	cat report.md

atesor-package atesor-apply:
	@$(prologue)
	goal=all ran=
	$(open_out)
	export broken=
	$(publish)
	$(if $(filter %-apply,$@),$(apply),$(package))

atesor-status:
	@$(prologue)
	goal=all seen=
	$(open_out)
	$(question) | jq -rn -f raw/ask.jq | jq -rR 'select(startswith("goals=")) | "next: " + ltrimstr("goals=")'
	jq -rn -L "$$filters" --arg trees "$$($(trees))" -f "$$filters/goal/status.jq" doc/*.json

atesor-clean:
	@$(prologue)
	$(open_out)
	cd / && rm -rf "$$out"
endif
