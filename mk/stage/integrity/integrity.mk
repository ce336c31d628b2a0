# integrity.mk: does this machine compute right? (run.sh).
%.integrity:
	@sh "$$atesor_mk/stage/integrity/run.sh" $*
