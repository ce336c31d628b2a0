# train.mk: the instrumented build runs the training (run.sh).
%.train:
	@sh "$$atesor_mk/stage/train/run.sh" $*
