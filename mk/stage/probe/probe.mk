# probe.mk: what machine this is (run.sh).
%.probe:
	@sh "$$atesor_mk/stage/probe/run.sh" $*
