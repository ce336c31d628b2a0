# goprofile.mk: the CPU profile that a Go build is guided by (run.sh).
%.goprofile:
	@sh "$$atesor_mk/stage/goprofile/run.sh" $*
