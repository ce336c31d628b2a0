# gates.jq: the checks that a tune must pass. Each filter gives {code, reason} for a refusal, or nothing.
include "base/state";
include "base/codes";
include "policy/requests";
include "policy/machine";
include "policy/language";
include "policy/built";
include "policy/built-warnings";

# A replay that stopped: which command, how, and the compiler's first words.
def build_fault($tune): failure_of(build_request($tune));

# -- gate 1: the build is what it should be: the required artifacts, for this machine, made by calls that carried the
# flags
def gate1_artifacts($tune):
    build($tune) as $build | facts($tune) as $facts | .required as $required | machine.arch as $arch
    | first(
        ($build.artifacts[] | select((.path | IN($required[])) and (.sha256 | not))
            | refusal("artifact_not_built"; "\(.path) was not built")),
        failure_of(facts_request($tune)),
        ($build.artifacts[] | select((.path | IN($required[])) and (.fresh | not))
            | refusal("artifact_older_than_build"; "\(.path) is older than the build: the commands did not make it")),
        ($facts.artifacts[] | select(.machine and .machine != $arch)
            | refusal("artifact_for_other_machine"; "\(.path) is for \(.machine), not \($arch)")));
def gate1_calls($tune): build($tune).compiler | first(
    (select(.errors != []) | refusal("wrapper_failed"; "the compiler wrapper failed: \(.errors[0])")),
    (select(.outside != []) | refusal("build_outside_tree"; "the build worked outside its tree: \(.outside[0])")),
    (select(.compiles == 0) | refusal("no_compiler_call";
        "no compiler call was seen: the build calls a compiler by its full path, or compiles nothing")),
    (select($tune.flags != [] and .flagged_compiles == 0)
        | refusal("flags_reached_no_compile"; "the flags reached no compile call")),
    (select($tune.flags != [] and .links > 0 and .flagged_links == 0)
        | refusal("flags_reached_no_link"; "the flags reached no link call")));
# Its configuration and its interface are the baseline's: nothing that the package's users have is lost.
def gate1_configuration($tune):
    [configuration($tune)[] | .path as $path | .changes[] | select(.decides) | . + {path: $path}] | select(. != [])
    | refusal("configuration_differs";
        "the configuration differs from the baseline's: \(.[0] | change_text)\(and_more)");
def gate1_interface($tune): first(compared($tune) | .path as $path | .type as $type
    | [.abi_changes[] | select(loss($type))] | select(. != [])
    | refusal("interface_lost"; "\($path) \(.[0] | abi_text)\(and_more)"));
# A profile that is not found or does not fit is no profile: what was built then is not what it is called.
def gate1_profile($tune): diagnosed($tune; ["coverage-mismatch", "profile-instr-out-of-date"]) as $unfit
    | profile_use($tune) // empty
    | if $unfit > 0 then refusal("profile_does_not_fit"; "the profile does not fit the code in \($unfit) places")
      elif .used == 0 then refusal("profile_not_used"; "the profile is used for 0 of \(.objects) objects")
      elif .written and .used < ([.written, .objects] | min)
      then refusal("profile_used_in_part";
          "the profile is used for \(.used) of \(.objects) objects, but \(.written) wrote one")
      else empty end;
# The wrapper sees compilers of C and C++ only; a Go program says itself for which level it was built.
def gate1_go_level($tune): facts($tune) as $facts
    | $tune.flags[] | select(test("^GO(AMD64|ARM64|RISCV64)=")) | capture("^(?<name>[^=]+)=(?<level>.*)$") as $want
    | select(any($facts.artifacts[]; .go_settings[$want.name]? == $want.level) | not)
    | refusal("level_reached_no_program";
        "no program records \($want.name)=\($want.level): the level did not reach the build");
def gate1_go_profile($tune): facts($tune) as $facts
    | select(any($tune.flags[]; test("^GOFLAGS=.*-pgo=")))
    | select(any($facts.artifacts[]; .go_settings["-pgo"]? // "" != "") | not)
    | refusal("profile_reached_no_program"; "no program records -pgo: the profile did not reach the build");
# Did the tune get the flags or the profile that it is named for?
def gate1_flags($tune): language as $language
    | if $language == "c" then gate1_calls($tune)
      elif $language == "go" then gate1_go_level($tune), gate1_go_profile($tune) else empty end;
def gate1($tune): first(gate1_artifacts($tune), gate1_flags($tune), gate1_profile($tune),
    (select($tune.slot != "base") | gate1_configuration($tune), gate1_interface($tune)));

# A missing other artifact is a warning; so is what built.jq finds and does not refuse.
def gate1_warnings($tune): .required as $required | ((build($tune).artifacts // [])[]
    | select((.path | IN($required[]) | not) and (.sha256 | not))
    | {code: "artifact_missing", text: "\(.path) was not built", where: $tune.slot}),
    (built_warnings($tune) | . + {where: $tune.slot});

# -- gate 2: the package's tests, when they mean something (.tests.decisive)
def gate2($tune): failure_of(tests_request($tune; 1));

# -- gate 3: the workload's output. A build whose own runs differ is worded apart.
def unrepeatable($tune): made(output_request($tune)) | select(.status == "ok" and .data.repeatable == false)
    | refusal("output_not_repeatable"; "its own runs give different output");
def gate3($tune): workload as $workload | made(output_request($tune))
    | if .status != "ok" then {code, reason}
      elif $workload.compares and .data.output_sha256 != $workload.output_sha256
      then refusal("output_differs"; "the output differs from the baseline's") else empty end;
