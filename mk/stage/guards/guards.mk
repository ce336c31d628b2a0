# guards.mk: the guards on the baseline, before they are believed (run.sh).
%.guards:
	@sh "$$atesor_mk/stage/guards/run.sh" $*
