# sample.mk: the training recorded by perf, and the profile that atesor-profgen makes of its samples.
# Words: sample SLOT artifacts-hash workload training files-hash machine-hash
%.sample:
	@$(begin)
	$(settled_workload)
	export broken= event= family=$$(jq -r '.args[10] | split(" ")[0]' "doc/$$slot.build.json")
	$(recorder)
	$(call training,perf record -q -e "$$event" -F 3999 -o "$$raw/perf.data" --,$$raw/train.jsonl)
	: >"$$raw/reports.jsonl"
	[ "$$broken" ] || { $(sampled_profiles) }
	rm -rf profile/sampled && cp -R "profile/$$slot" profile/sampled
	export profile_sha256=$$(profile_hash sampled)
	rm -f "$$raw/perf.data"
	$(call document,sample,--slurpfile found "$$raw/train.jsonl" --slurpfile reports "$$raw/reports.jsonl")

# The event: cycles, or the clock where the processor's counters are not to be had. What perf says against both is the reason.
define recorder
if ! command -v perf >/dev/null; then broken="perf was not found: install the package linux-perf"
else
	for event in cycles:u cpu-clock:u; do
		perf record -q -e "$$event" -F 3999 -o "$$raw/trial" -- true >/dev/null 2>"$$raw/error" && break
		event=
	done
	rm -f "$$raw/trial"
	[ "$$event" ] || broken="perf may not record ($$(grep -m 1 . "$$raw/error")): set kernel.perf_event_paranoid to 2 or less"
fi
endef

# A profile of each file that was hit, the most hit first. clang takes them merged, gcc one.
define sampled_profiles
{ jq -r '.data.artifacts[] | select(.type | IN("exec", "pie", "shared")) | .path' doc/base.facts.json; [ "$$kind" != harness ] || echo .atesor/harness; } >"$$raw/files"
format=gcov; [ "$$family" != clang ] || format=extbinary
n=0
while IFS= read -r path; do
	n=$$((n + 1))
	"$$bin/atesor-profgen" --binary "tree/$$slot/$$path" --perfdata "$$raw/perf.data" --format "$$format" -o "$$raw/$$n.profile" 2>"$$raw/error" || continue
	"$$bin/atesor-profgen" report --binary "tree/$$slot/$$path" --perfdata "$$raw/perf.data" 2>>"$$raw/error" | jq -c --arg path "$$path" --argjson n "$$n" '{path: $$path, n: $$n} + .' >>"$$raw/reports.jsonl"
done <"$$raw/files"
jq -cs 'sort_by(-.hits)[]' "$$raw/reports.jsonl" >"$$raw/sorted" && mv "$$raw/sorted" "$$raw/reports.jsonl"
$(lines) <<EOT
$$(jq -r --arg raw "$$raw" '"\($$raw)/\(.n).profile"' "$$raw/reports.jsonl")
EOT
if [ -z "$$1" ]; then broken="no sample lies in the package's files: $$(tail -n 1 "$$raw/error")"
elif [ $$# -eq 1 ] || [ "$$family" = gcc ]; then cp "$$1" "profile/$$slot/samples"
else $(profdata) && "$$tool" merge --sample --extbinary -o "profile/$$slot/samples" "$$@"; fi
endef
