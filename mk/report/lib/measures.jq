# report/lib/measures.jq: what is known of a tune beside its time: how it went through the gates, the size of its code,
# its peak memory, the time of its build, and where its raw runs are. Everything comes from the documents; what no
# document says is null.
#
# In:  the state (base/state.jq), after the pipeline; tunes as arguments.
# Out: measures($tune), an object for result.json; failed_builds, slots.
include "base/state";
include "policy/words";
include "policy/gates";

# The code of all artifacts together. If one cannot be counted, there is no sum that could be compared.
def code_bytes($tune):
    facts($tune).artifacts // []
    | if . != [] and all(.[]; .code_bytes) then map(.code_bytes) | add else null end;
def build_seconds($tune): build($tune).commands // [] | if . == [] then null else map(.seconds) | add end;

# -- the gates -------------------------------------------------------------------------------------------------------
# The state of a gate is one of: passed, failed, not run, "not there" (no decisive tests, or no output to compare),
# "equal code" (the tune has the code of another build, and shares its answer).
def passed_if(condition): if condition then "passed" else "failed" end;
def unless_equal($equal): if $equal then "equal code" else "not run" end;

def gate1_state($tune): if made(facts_words($tune)) then passed_if([gate1($tune)] == []) else "not run" end;
def gate2_state($tune; $equal):
    if .tests.decisive | not then "not there"
    else made(tests_words($tune; 1)) | if . then passed_if(.status == "ok") else unless_equal($equal) end end;
def gate3_state($tune; $verdict; $equal):
    if compares | not then "not there"
    elif $verdict | IN("gate 3 failed", "output not repeatable") then "failed"
    elif made(output_words($tune)) then passed_if([unrepeatable($tune), gate3($tune)] == [])
    else unless_equal($equal) end;

def no_gate_run($build): {build: $build, gate1: "not run", gate2: "not run", gate3: "not run"};
def gate_states($tune; $verdict):
    if $verdict == "does not build" then no_gate_run("failed")
    elif build($tune) == null then no_gate_run("not run")
    else
      ($verdict == "no effect" or ($verdict | startswith("same as"))) as $equal
      | {build: "passed", gate1: gate1_state($tune), gate2: gate2_state($tune; $equal),
         gate3: gate3_state($tune; $verdict; $equal)}
    end;

# -- the timing session ----------------------------------------------------------------------------------------------
# The raw runs are named only where figures came of them.
def raw_runs($slot; $stats): if $stats then "doc/\($slot).samples.jsonl" else null end;
def session_of($tune; $against):
    made(samples_words($tune; $against)).data // {}
    | {metric, started_epoch, maxrss_kib: .maxrss_kib.tune, base_maxrss_kib: .maxrss_kib.base,
       raw: raw_runs($tune.slot; .stats)};

def measures($tune):
    {code_bytes: code_bytes($tune), build_seconds: build_seconds($tune),
     gates: gate_states($tune; $tune.first_verdict // $tune.verdict)}
    + (if build($tune) then session_of($tune; .base) else {} end);

# -- the builds that failed, so that the report can show what their commands said ------------------------------------
def build_failed($tune): [build_fault($tune)] != [];
def training_slot: {pgo1: "trn1", pgo2: "trn2"}[.];
def failed_builds:
    [((.vrfy, .base) as $tune | select($tune and build_failed($tune)) | $tune.slot),
     (.tunes[] | select(.verdict == "does not build") | .slot),
     (.left_out[] | select(.left_out | startswith("the training build:")) | .slot | training_slot),
     (.tunes[] | .second | select(.verdict == "does not build") | .slot)];
