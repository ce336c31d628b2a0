# build.mk: a copy of the source, built through the wrapper with the flags of its slot (run.sh).
%.build:
	@sh "$$atesor_mk/stage/build/run.sh" $*
