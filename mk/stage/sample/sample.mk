# sample.mk: the training recorded by perf, and the profile made of its samples (run.sh).
%.sample:
	@sh "$$atesor_mk/stage/sample/run.sh" $*
