# measures.jq: what is known of a tune beside its time: gates as they were passed, size of code, peak memory, time of the build,
# where its raw runs are. From the documents; what a document does not say is absent.
include "base/state";
include "policy/words";
include "policy/gates";

# Of all artifacts of the tree; one whose code cannot be counted leaves no sum that could be compared.
def code_bytes($tune): facts($tune).artifacts // [] | if . != [] and all(.[]; .code_bytes) then map(.code_bytes) | add
    else null end;
def build_seconds($tune): build($tune).commands // [] | if . == [] then null else map(.seconds) | add end;

# passed, failed, equal code (what comes after gate 1 is that of the other build), not there (no tests, no output to compare),
# not run.
def passed_if(f): if f then "passed" else "failed" end;
def gate_states($tune; $verdict):
    if $verdict == "does not build" then {build: "failed", gate1: "not run", gate2: "not run", gate3: "not run"}
    elif build($tune) == null then {build: "not run", gate1: "not run", gate2: "not run", gate3: "not run"}
    else ($verdict == "no effect" or ($verdict | startswith("same as"))) as $equal
      | {build: "passed",
         gate1: (if made(facts_words($tune)) then passed_if([gate1($tune)] == []) else "not run" end),
         gate2: (if .tests.decisive | not then "not there" else made(tests_words($tune; 1))
             | if . then passed_if(.status == "ok") elif $equal then "equal code" else "not run" end end),
         gate3: (if compares | not then "not there" elif $verdict | IN("gate 3 failed", "output not repeatable") then "failed"
             elif made(output_words($tune)) then passed_if([unrepeatable($tune), gate3($tune)] == [])
             elif $equal then "equal code" else "not run" end)} end;

def session_of($tune; $against): made(samples_words($tune; $against)) as $doc | $doc.data // {}
    | {metric, started_epoch, maxrss_kib: .maxrss_kib.tune, base_maxrss_kib: .maxrss_kib.base,
       raw: (if .stats then "doc/\($tune.slot).samples.jsonl" else null end)};
def measures($tune): {code_bytes: code_bytes($tune), build_seconds: build_seconds($tune),
    gates: gate_states($tune; $tune.first_verdict // $tune.verdict)}
    + (if build($tune) then session_of($tune; .base) else {} end);

# The builds that failed, so that the report can show what their commands said.
def build_failed($tune): [build_fault($tune)] != [];
def failed_builds:
    [((.vrfy, .base) as $tune | select($tune and build_failed($tune)) | $tune.slot),
        (.tunes[] | select(.verdict == "does not build") | .slot),
       (.left_out[] | select(.left_out | startswith("the training build:")) | {pgo1: "trn1", pgo2: "trn2"}[.slot]),
       (.tunes[] | .second | select(.verdict == "does not build") | .slot)];
