# pgo.jq: the profile-guided tunes, each on top of the best tune so far. Instrumented (pgo1): trn1 is built to count, runs the training,
# and pgo1 is built with its counts. Sampled (pgo2): trn2 is built with line tables, perf records the training, atesor-profgen makes the profile.
include "base/state";
include "policy/words";
include "policy/machine";
include "policy/budget";
include "policy/gates";
include "policy/tune";
include "policy/language";
include "policy/ladder-go";

# The fastest faster tune, else the unchanged one with the lowest ratio, else the baseline: that no flag helped says nothing of a profile.
# Under an emulator, where nothing is timed, the last one that passed its gates.
def pgo_base: [.tunes[] | select((.reason // "") | startswith("emulated"))][-1] as $gated | [.tunes[] | select(.ratio and (.verdict | IN("faster", "no change")) and (.profile | not))]
    | (map(select(.verdict == "faster")) | min_by(.ratio)) // min_by(.ratio) // $gated;

def is_clang: .compiler | startswith("clang");
def prefix: if is_clang then [] else ["-fprofile-prefix-path={tree}"] end;
# A file without a profile is counted (built.jq), and no error where the package makes warnings errors.
def mild: if is_clang then ["profile-instr-unprofiled", "profile-instr-out-of-date"] else ["missing-profile", "coverage-mismatch"] end | map("-Wno-error=\(.)");
def pgo_ways: {
    instr: {train: "trn1", stage: "train", slot: "pgo1", title: "profile-guided", profile: "used"},
    sample: {train: "trn2", stage: "sample", slot: "pgo2", title: "profile-guided by samples", profile: "sampled"}};
def training_flags($way): if $way == "instr" then ["-fprofile-generate={profile}"] + prefix + ["-fprofile-update=atomic"]
    else ["-g"] + (if is_clang then ["-fdebug-info-for-profiling"] else [] end) end;
def final_flags($way): if $way == "instr" then ["-fprofile-use={profile}"] + prefix + mild
    elif is_clang then ["-fprofile-sample-use={profile}/samples"] else ["-fauto-profile={profile}/samples"] end;
def pgo_tune($slot; $profile; $more): {slot: $slot, cc, cxx, compiler, profile: $profile, flags: (.flags + $more)};

def no_pgo($way; reason): .left_out += [pgo_ways[$way] | {slot, title, left_out: reason}];
def pgo_way($way; $base): pgo_ways[$way] as $names
    | ($base | pgo_tune($names.train; $names.train; training_flags($way))) as $train
    | (if $way == "instr" then train_words($train) else sample_words($train) end) as $words | made($words) as $run
    | ($base | pgo_tune($names.slot; "\($names.profile) \($run.data.profile_sha256)"; final_flags($way)) + {title: "\($names.title), on \(.slot)"}) as $tune
    | ask((select(made(build_words($train)) == null) | no_time(2) | {refused: .}),
        wanted(build_words($train)), (build_fault($train) | {refused: "the training build: \(.)"}),
        wanted($words; [$names.train]), ($run | select(.status != "ok") | {refused: .reason}))
    | note_warnings($words)
    | step(if .refused then .refused as $why | del(.refused) | no_pgo($way; $why)
           else judge($tune; 2) | .spent += seconds(build_words($train)) + seconds($words) end);
# Go: the baseline's benchmarks record a CPU profile, and the compiler takes it as it is.
def pgo_go($base): goprofile_words as $words | made($words) as $run
    | ask((select($run == null) | no_time(2) | {refused: .}),
        (select(workload.driver != "go") | {refused: "Go trains with benchmarks, and the workload is none"}),
        (select(go_minor < 20) | {refused: "\(go_says) has no -pgo: 1.20 or later is needed"}),
        (select(machine.kind == "emulated") | {refused: "an emulator's profile is not the board's"}),
        wanted($words; ["base"]), ($run | select(.status != "ok") | {refused: .reason}))
    | note_warnings($words)
    | step(if .refused then .refused as $why | del(.refused) | no_pgo("instr"; $why)
           else .spent += seconds($words)
             | judge(($base | pgo_tune("pgo1"; "go \($run.data.profile_sha256)"; ["GOFLAGS=-buildvcs=false -pgo={profile}/cpu.pprof"])) + {title: "profile-guided, on \($base.slot)"}; 2) end);
def pgo: (pgo_base // .base) as $base | {none: [], auto: ["instr"], instr: ["instr"], sample: ["sample"], both: ["instr", "sample"]}[.config.pgo] as $ways
    | if $ways == [] then no_pgo("instr"; "not chosen (ATESOR_PGO)")
      else reduce $ways[] as $way (.;
          step(if made(workload_words).status != "ok" or workload.kind == "tests" then no_pgo($way; "no workload to train with")
              elif machine.kind == "emulated" and $way == "sample" then no_pgo($way; "an emulator has no samples")
              elif language == "rust" then no_pgo($way; "profile-guided optimization is for C, C++ and Go")
              elif language == "go" then (if $way == $ways[0] then pgo_go($base) else . end)
              else pgo_way($way; $base) end)) end;
