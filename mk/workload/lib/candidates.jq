# candidates.jq: the workloads that may be tried, in order: what the maintainer says, alone; else the sources go-benchmarks (of a Go
# package), program, harness, helper-program, tests. Each is {source, kind, template, bin, check, input}; one that can't be tried
# at all has `reason` instead, and one that an agent is asked for has `ask`, the role.
include "workload/lib/proposals";
include "workload/lib/scripts";

# The first size of an input; the stage finds the right one.
def sized($c): if IN(script_languages[]) then {kind: ., bytes: 1} else {kind: ., bytes: ([$c.input_min, 1048576] | max)} end;
def proposed($source; $c): {source: $source, kind: "program", template, bin, check: "stdout", input: (.input | sized($c)), by};

def given($words): .workload as $template | .harness as $harness | .check as $check
    | if $harness != "" then [{source: "maintainer", kind: "harness", bin: ".atesor/harness", check: (if $check != "" then $check else "lines:ATESOR-CHECK" end), input,
        template: (if $template == "" then "{bin} {iterations}" + (if .input then " {input}" else "" end) else $template end)}]
      elif $template != "" then [{source: "maintainer", kind: "program", template: $template, bin: $words[5], input, check: (if $check != "" then $check else "stdout" end)}]
      else [] end;

# The benchmarks of a Go test binary, each so many times: the baseline and the tune do the same work.
def go_template($which): "{bin} -test.run=NONE -test.bench=\($which) -test.benchtime={iterations}x";

# $words: of the command; $looked: {path, class, help, calls?} of each program, as the stage saw it.
def candidates($config; $words; $looked): $config | given($words) as $given | . as $c
    | (($c.agent // []) != []) as $agent
    | def asked($source; $role): if $agent then {source: $source, ask: $role} else empty end;
      ($words[10] | if . == "" then {libraries: [], programs: [], helpers: []} else fromjson end) as $package
    | if $given != [] then $given
      else [
        ($looked[] | select(.class == "go-benchmarks") | if .reason then {source: "go-benchmarks", reason} else
            {source: "go-benchmarks", by: "\(.benchmarks) benchmarks of \(.package)", kind: "harness", driver: "go", place, template: go_template("."), bin: ".atesor/harness", check: "none"} end),
        ([$looked[] | select(.class == "program")] as $programs
          | ($programs[] | select(.path | program_name | harmful) | {source: "program", bin: .path, reason: "a program of this name works on the system: it is not run on a guess"}),
            (select(any($programs[]; proposable)) | asked("program"; "workload-program")),
            (proposals_of($programs; 12)[] | proposed("program"; $c))),
        (if $package.language != "c" and ($c.target // "native") != "native" then {source: "harness", reason: "a Go or Rust driver would be built for this machine, not for the target"}
          elif $package.language != "c" then asked("harness"; "harness-\($package.language)") elif $package.libraries != [] then asked("harness"; "harness-c") else empty end),
        ($looked[] | select(.class == "generated") | {source: "harness", by: "its types", kind: "harness", template: "{bin} {iterations} {input}", bin: ".atesor/harness", check: "lines:ATESOR-CHECK", input: (.input | sized($c)), harness_text}),
        (if $package.language == "c" and $package.libraries != [] and all($looked[]; .class != "generated") then {source: "harness", reason: "no function of the library takes just a buffer: write a driver and name its source in ATESOR_HARNESS"} else empty end),
        ([$looked[] | select(.class == "helper")] as $helpers
          | ($helpers[] | select((.calls // 0) == 0) | {source: "helper-program", bin: .path, reason: "it calls nothing of the package's libraries"}),
            (select(any($helpers[]; (.calls // 0) > 0 and proposable)) | asked("helper-program"; "workload-program")),
            (proposals_of([$helpers[] | select((.calls // 0) > 0)]; 12)[] | proposed("helper-program"; $c))),
        (if $words[9] != "" and $package.language == "go" then {source: "tests", reason: "go test keeps its results: Go tests are not timed"}
          elif $words[9] != "" then {source: "tests", kind: "tests", template: "", bin: "", check: "none"} else empty end)] end;

# The three lines that would give the package a workload.
def advice($package): (first(($package.programs // [])[], ($package.helpers // [])[]) // null) as $program
    | if $program == null and ($package.libraries // []) != [] then
        ["ATESOR_LIBS     = \($package.libraries | join(" "))", "ATESOR_HARNESS  = bench.c", "ATESOR_INPUT    = text:4M"]
      else ["ATESOR_PROGRAMS = \($program // "the-program")", "ATESOR_WORKLOAD = {bin} < {input} > {output}", "ATESOR_INPUT    = text:16M"] end;
