# workload.mk: the workload that the builds are timed on (run.sh).
%.workload:
	@sh "$$atesor_mk/stage/workload/run.sh" $*
