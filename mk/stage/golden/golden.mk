# golden.mk: what the verified build computes in several configurations (run.sh).
%.golden:
	@sh "$$atesor_mk/stage/golden/run.sh" $*
