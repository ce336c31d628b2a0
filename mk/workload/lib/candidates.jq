# candidates.jq: the workloads that may be tried, in order: what the maintainer names, alone; else the sources
# go-benchmarks (of a Go package), program, harness, helper-program, tests.
#
# A candidate is {source, kind, template, bin, check, input?, by?} and for a harness {driver?, place?, harness_text?}.
# One that cannot be tried at all has {code, reason} instead; one that an agent is asked for has `ask`, the role.
include "base/codes";
include "workload/lib/proposals";
include "workload/lib/scripts";

# The benchmarks of a Go test binary, each so many times: the baseline and the tune do the same work.
def go_template($which): "{bin} -test.run=NONE -test.bench=\($which) -test.benchtime={iterations}x";

# An input to begin with; the stage finds the right size.
def first_input($c): {kind: ., bytes: (if IN(script_languages[]) then 1 else [$c.input_min, 1048576] | max end)};

def proposed($source; $c):
    {source: $source, kind: "program", template, bin, check: "stdout", input: (.input | first_input($c)), by};
def asked($source; $role; $c): if ($c.agent // []) != [] then {source: $source, ask: $role} else empty end;

# -- the sources -----------------------------------------------------------------------------------

# What the settings $c name, a harness or a command; $bin is the program {bin}.
def from_maintainer($c; $bin):
    if $c.harness != "" then
        {source: "maintainer", kind: "harness", bin: ".atesor/harness",
         check: (if $c.check != "" then $c.check else "lines:ATESOR-CHECK" end),
         input: $c.input,
         template: (if $c.workload != "" then $c.workload
            elif $c.input then "{bin} {iterations} {input}"
            else "{bin} {iterations}" end)}
    elif $c.workload != "" then
        {source: "maintainer", kind: "program", template: $c.workload, bin: $bin, input: $c.input,
         check: (if $c.check != "" then $c.check else "stdout" end)}
    else empty end;

def from_go_benchmarks($inventory):
    $inventory[] | select(.class == "go-benchmarks")
    | if .reason then {source: "go-benchmarks", code, reason}
      else
        {source: "go-benchmarks", by: "\(.benchmarks) benchmarks of \(.package)", kind: "harness", driver: "go", place,
         template: go_template("."), bin: ".atesor/harness", check: "none"}
      end;

def from_programs($inventory; $c):
    [$inventory[] | select(.class == "program")] as $programs
    | ($programs[] | select(.path | program_name | is_harmful)
        | {source: "program", bin: .path}
          + refusal("program_harmful"; "a program of this name works on the system: it is not run on a guess")),
      (select(any($programs[]; proposable)) | asked("program"; "workload-program"; $c)),
      (proposals_of($programs; 12)[] | proposed("program"; $c));

# A driver for the package's interface: written by an agent, then those that atesor wrote by the types of functions.
def from_agents_driver($package; $c):
    if $package.language == "c" then
        if $package.libraries != [] then asked("harness"; "harness-c"; $c) else empty end
    elif ($c.target // "native") != "native" then
        {source: "harness"} + refusal("no_target_driver";
            "a Go or Rust driver would be built for this machine, not for the target")
    else asked("harness"; "harness-\($package.language)"; $c) end;

def from_types($package; $inventory; $c):
    ($inventory[] | select(.class == "generated")
        | {source: "harness", by: "its types", kind: "harness", template: "{bin} {iterations} {input}",
           bin: ".atesor/harness", check: "lines:ATESOR-CHECK", input: (.input | first_input($c)), harness_text}),
    (select($package.language == "c" and $package.libraries != [] and all($inventory[]; .class != "generated"))
        | {source: "harness"} + refusal("no_buffer_function"; "no function of the library takes just a buffer:"
            + " write a driver and name its source in ATESOR_HARNESS"));

def from_helpers($inventory; $c):
    [$inventory[] | select(.class == "helper")] as $helpers
    | [$helpers[] | select((.calls // 0) > 0)] as $callers
    | ($helpers[] | select((.calls // 0) == 0)
        | {source: "helper-program", bin: .path}
          + refusal("no_library_calls"; "it calls nothing of the package's libraries")),
      (select(any($callers[]; proposable)) | asked("helper-program"; "workload-program"; $c)),
      (proposals_of($callers; 12)[] | proposed("helper-program"; $c));

# $tests: the command that runs the package's tests, or "".
def from_tests($package; $tests):
    if $tests == "" then empty
    elif $package.language == "go" then
        {source: "tests"} + refusal("go_tests_cached"; "go test keeps its results: Go tests are not timed")
    else {source: "tests", kind: "tests", template: "", bin: "", check: "none"} end;

# -- all of them, in order -------------------------------------------------------------------------

# $config: the settings; $inputs: those of the stage workload; $inventory: what the package makes, {class, …} each:
# programs and helpers {path, help, calls?}, drivers "generated" by types {input, harness_text}, "go-benchmarks"
# {place, …} or {code, reason}.
def candidates($config; $inputs; $inventory):
    [from_maintainer($config; $inputs.bin // "")]
    | if . != [] then .
      else
        ($inputs.package // {libraries: [], programs: [], helpers: []}) as $package
        | [from_go_benchmarks($inventory),
           from_programs($inventory; $config),
           from_agents_driver($package; $config),
           from_types($package; $inventory; $config),
           from_helpers($inventory; $config),
           from_tests($package; $inputs.tests // "")]
      end;

# The three lines that would give the package a workload.
def advice($package):
    (first(($package.programs // [])[], ($package.helpers // [])[]) // null) as $program
    | if $program == null and ($package.libraries // []) != [] then
        ["ATESOR_LIBS     = \($package.libraries | join(" "))",
         "ATESOR_HARNESS  = bench.c",
         "ATESOR_INPUT    = text:4M"]
      else
        ["ATESOR_PROGRAMS = \($program // "the-program")",
         "ATESOR_WORKLOAD = {bin} < {input} > {output}",
         "ATESOR_INPUT    = text:16M"]
      end;
