# tests.mk: the package's own tests in a tree (run.sh).
%.tests:
	@sh "$$atesor_mk/stage/tests/run.sh" $*
