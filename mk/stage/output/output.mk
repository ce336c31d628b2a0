# output.mk: the tune's output in the workload, before any time is spent on timing (run.sh).
%.output:
	@sh "$$atesor_mk/stage/output/run.sh" $*
