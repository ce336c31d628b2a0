# plan.mk: which of the package's build commands are repeated (run.sh).
%.plan:
	@sh "$$atesor_mk/stage/plan/run.sh" $*
