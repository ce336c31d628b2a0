# goprofile.mk: the CPU profile that a Go build is guided by: a second of the benchmarks, in the baseline's tree.
# Words: goprofile base artifacts-hash workload files-hash machine-hash
%.goprofile:
	@$(begin)
	$(settled_workload)
	export broken=
	$(call harness_for,base)
	rm -rf profile/go && mkdir -p profile/go
	which=$$(printf '%s\n' $$template | grep '^-test.bench=')
	set -- -test.run=NONE "$$which" -test.benchtime=1s "-test.cpuprofile=$$PWD/profile/go/cpu.pprof"
	code=0; [ "$$broken" ] || ( cd "$(call at,base)" && env $$atesor_cfg_WORKLOAD_ENV timeout "$$limit" .atesor/harness "$$@" ) >"$$raw/output" 2>&1 </dev/null || code=$$?
	export code bytes=$$(wc -c <profile/go/cpu.pprof 2>/dev/null || echo 0) profile_sha256=$$(profile_hash go)
	$(call document,goprofile)
