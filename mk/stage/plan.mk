# plan.mk: which of the package's build commands are repeated, and which are not and why.
source_text = if [ "$$atesor_cfg_RECIPE" ]; then set -- "$$@" --recipe "$$atesor_cfg_RECIPE"; else set -- "$$@" --build "$$atesor_cfg_BUILD"; fi

%.plan:
	@$(begin)
	set --; $(source_text)
	$(call answer,"$$bin/atesor-replay" plan --source "$$src" "$$@" >"$$raw/plan.jsonl" 2>"$$raw/error")
	$(call document,plan,--slurpfile found "$$raw/plan.jsonl")
