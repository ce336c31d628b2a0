# samples.mk: a timing session; the pipeline asks for nothing beside it (run.sh).
%.samples:
	@sh "$$atesor_mk/stage/samples/run.sh" $*
