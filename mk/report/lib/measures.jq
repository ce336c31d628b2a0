# measures.jq: what is known of a tune beside its time: gates as they were passed, size of code, peak memory, time of
# the build, where its raw runs are. From the documents; what a document does not say is absent.
include "base/state";
include "policy/requests";
include "policy/gates";

# Of all artifacts of the tree; one whose code cannot be counted leaves no sum that could be compared.
def code_bytes($tune): facts($tune).artifacts // []
    | if . != [] and all(.[]; .code_bytes) then map(.code_bytes) | add else null end;
def build_seconds($tune): build($tune).commands // [] | if . == [] then null else map(.seconds) | add end;

# -- gates: passed, failed, equal code (what comes after gate 1 is that of the other build), not there (no tests, no
# output to compare), not run
def passed_if(f): if f then "passed" else "failed" end;
def no_gate_run($build): {build: $build, gate1: "not run", gate2: "not run", gate3: "not run"};
def otherwise($is_equal): if $is_equal then "equal code" else "not run" end;
def gate1_state($tune):
    if made(facts_request($tune)) then passed_if([gate1($tune)] == []) else "not run" end;
def gate2_state($tune; $is_equal): made(tests_request($tune; 1)) as $tests
    | if .tests.decisive | not then "not there"
      elif $tests then passed_if($tests.status == "ok") else otherwise($is_equal) end;
def gate3_state($tune; $code; $is_equal):
    if compares | not then "not there"
    elif $code | IN("gate3_failed", "output_not_repeatable") then "failed"
    elif made(output_request($tune)) then passed_if([unrepeatable($tune), gate3($tune)] == [])
    else otherwise($is_equal) end;
# $code: of the tune's verdict, before its second check.
def gate_states($tune; $code): ($code | IN("no_effect", "same_code")) as $is_equal
    | if $code == "does_not_build" then no_gate_run("failed")
      elif build($tune) == null then no_gate_run("not run")
      else {build: "passed", gate1: gate1_state($tune), gate2: gate2_state($tune; $is_equal),
          gate3: gate3_state($tune; $code; $is_equal)} end;

def session_of($tune; $against): made(samples_request($tune; $against)) as $doc | $doc.data // {}
    | {metric, started_epoch, maxrss_kib: .maxrss_kib.tune, base_maxrss_kib: .maxrss_kib.base,
       raw: (if .stats then "doc/\($tune.slot).samples.jsonl" else null end)};
def measures($tune):
    {code_bytes: code_bytes($tune), build_seconds: build_seconds($tune),
     gates: gate_states($tune; $tune.first_code // $tune.code)}
    + (if build($tune) then session_of($tune; .base) else {} end);

# The builds that failed, so that the report can show what their commands said.
def training_slot: {pgo1: "trn1", pgo2: "trn2"}[.slot];
def failed_builds:
    [((.vrfy, .base) as $tune | select($tune and [build_fault($tune)] != []) | $tune.slot),
        (.tunes[] | select(.code == "does_not_build") | .slot),
        (.left_out[] | select(.left_out.code == "training_does_not_build") | training_slot),
        (.tunes[] | .second | select(.code == "does_not_build") | .slot)];
