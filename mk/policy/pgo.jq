# pgo.jq: the profile-guided tunes, each on top of the best tune so far. Instrumented (pgo1): trn1 is built to count
# and runs the training; pgo1 is built with its counts. Sampled (pgo2): trn2 is built with line tables, perf records
# the training, and atesor-profgen makes the profile.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/budget";
include "policy/gates";
include "policy/tune";
include "policy/language";
include "policy/ladder-go";

# The fastest faster tune, else the unchanged one with the lowest ratio, else the baseline: that no flag helped says
# nothing of a profile. Under an emulator, where nothing is timed, the last one that passed its gates.
def timed_without_profile: [.tunes[] | select(.ratio and (.code | IN("faster", "no_change")) and (.profile | not))];
def last_emulated: [.tunes[] | select(.reason_code == "emulated")][-1];
def pgo_base: timed_without_profile as $timed
    | ($timed | map(select(.code == "faster")) | min_by(.ratio)) // ($timed | min_by(.ratio)) // last_emulated // .base;

# -- the flags of both builds
def is_clang: .compiler | startswith("clang");
def prefix_path: if is_clang then [] else ["-fprofile-prefix-path={tree}"] end;
# A file without a profile is counted (built.jq), and no error where the package makes warnings errors.
def profile_warnings: if is_clang then ["profile-instr-unprofiled", "profile-instr-out-of-date"]
    else ["missing-profile", "coverage-mismatch"] end | map("-Wno-error=\(.)");
def pgo_ways: {
    instr: {train: "trn1", stage: "train", slot: "pgo1", title: "profile-guided", profile: "used"},
    sample: {train: "trn2", stage: "sample", slot: "pgo2", title: "profile-guided by samples", profile: "sampled"}};
def training_flags($way):
    if $way == "instr" then ["-fprofile-generate={profile}"] + prefix_path + ["-fprofile-update=atomic"]
    else ["-g"] + (if is_clang then ["-fdebug-info-for-profiling"] else [] end) end;
def final_flags($way):
    if $way == "instr" then ["-fprofile-use={profile}"] + prefix_path + profile_warnings
    elif is_clang then ["-fprofile-sample-use={profile}/samples"] else ["-fauto-profile={profile}/samples"] end;
def pgo_tune($slot; $profile; $more): {slot: $slot, cc, cxx, compiler, profile: $profile, flags: (.flags + $more)};

# -- one way
def no_pgo($way; $why): .left_out += [pgo_ways[$way] | {slot, title, left_out: $why}];
def refused($code; $reason): {refused: refusal($code; $reason)};
def settle_pgo($way; take): step(if .refused then .refused as $why | del(.refused) | no_pgo($way; $why) else take end);
def training_tune($way; $base): pgo_ways[$way] as $names
    | $base | pgo_tune($names.train; $names.train; training_flags($way));
def final_tune($way; $base; $sha256): pgo_ways[$way] as $names
    | $base | pgo_tune($names.slot; $names.profile; final_flags($way))
    + {profile_sha256: $sha256, title: "\($names.title), on \(.slot)"};
# A training build that fails leaves the tune out; the report shows what its build said (training_build tells it to).
def training_fault($train): build_fault($train)
    | {refused: (refusal("training_does_not_build"; "the training build: \(.reason)"))};
def pgo_way($way; $base): training_tune($way; $base) as $train
    | training_request(pgo_ways[$way].stage; $train) as $training | made($training) as $run
    | final_tune($way; $base; $run.data.profile_sha256) as $tune
    | ask((select(made(build_request($train)) == null) | no_time(2) | {refused: .}),
        wanted(build_request($train)), training_fault($train),
        wanted($training; [$train.slot]), (failure_of($training) | {refused: .}))
    | note_warnings($training)
    | settle_pgo($way; take_tune($tune; 2) | .spent += seconds(build_request($train)) + seconds($training));

# Go: the baseline's benchmarks record a CPU profile, and the compiler takes it as it is.
def pgo_go_tune($base; $sha256): $base | pgo_tune("pgo1"; "go"; ["GOFLAGS=-buildvcs=false -pgo={profile}/cpu.pprof"])
    + {profile_sha256: $sha256, title: "profile-guided, on \(.slot)"};
def pgo_go($base): goprofile_request as $recording | made($recording) as $run
    | ask((select($run == null) | no_time(2) | {refused: .}),
        (select(workload.driver != "go")
            | refused("no_go_benchmark"; "Go trains with benchmarks, and the workload is none")),
        (select(go_minor < 20) | refused("go_too_old"; "\(go_says) has no -pgo: 1.20 or later is needed")),
        (select(machine.kind == "emulated") | refused("emulated"; "an emulator's profile is not the board's")),
        wanted($recording; ["base"]), (failure_of($recording) | {refused: .}))
    | note_warnings($recording)
    | settle_pgo("instr"; .spent += seconds($recording) | take_tune(pgo_go_tune($base; $run.data.profile_sha256); 2));

# -- all of them
def pgo_chosen:
    {none: [], auto: ["instr"], instr: ["instr"], sample: ["sample"], both: ["instr", "sample"]}[.config.pgo];
def pgo_step($way; $first; $base):
    if made(workload_request).status != "ok" or workload.kind == "tests"
    then no_pgo($way; refusal("no_workload_to_train"; "no workload to train with"))
    elif machine.kind == "emulated" and $way == "sample"
    then no_pgo($way; refusal("emulated"; "an emulator has no samples"))
    elif language == "rust"
    then no_pgo($way; refusal("language_without_pgo"; "profile-guided optimization is for C, C++ and Go"))
    elif language == "go" then (if $way == $first then pgo_go($base) else . end)
    else pgo_way($way; $base) end;
def pgo: pgo_base as $base | pgo_chosen as $ways
    | if $ways == [] then no_pgo("instr"; refusal("not_chosen"; "not chosen (ATESOR_PGO)"))
      else reduce $ways[] as $way (.; step(pgo_step($way; $ways[0]; $base))) end;
