# guard.mk: a tune against the baseline in each guard (run.sh).
%.guard:
	@sh "$$atesor_mk/stage/guard/run.sh" $*
