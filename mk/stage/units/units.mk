# units.mk: the objects that a build made (run.sh).
%.units:
	@sh "$$atesor_mk/stage/units/run.sh" $*
