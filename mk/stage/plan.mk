# plan.mk: which of the package's build commands are repeated, and which are not and why.
# The commands as options of atesor-replay in "$@": the maintainer's text, or a recipe: FILE [PACKAGE [SANDBOX]].
define source_text
set --
if [ "$$atesor_cfg_RECIPE" ]; then
	set -- $$atesor_cfg_RECIPE
	recipe=$$(cd "$$src" && realpath -- "$$1")
	set -- --recipe "$$recipe" $${2:+--package "$$2"} $${3:+--sandbox "$$3"}
else set -- --build "$$atesor_cfg_BUILD"; fi
endef

%.plan:
	@$(begin)
	$(source_text)
	$(call answer,"$$bin/atesor-replay" plan --source "$$src" "$$@" >"$$raw/plan.jsonl")
	: >"$$raw/artifacts.jsonl"
	[ -z "$$atesor_cfg_RECIPE" ] || "$$bin/atesor-replay" plan --source "$$src" "$$@" --artifacts >"$$raw/artifacts.jsonl"
	$(call document,plan,--slurpfile found "$$raw/plan.jsonl" --slurpfile artifacts "$$raw/artifacts.jsonl")
