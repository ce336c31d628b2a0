# accept.mk: the artifacts of the accepted tune, whole or not at all (run.sh).
%.accept:
	@sh "$$atesor_mk/stage/accept/run.sh" $*
