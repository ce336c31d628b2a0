# facts.mk: what the artifacts of a tree are, and how they differ from the baseline's (run.sh).
%.facts:
	@sh "$$atesor_mk/stage/facts/run.sh" $*
