# words.jq: the command of each stage as words: stage, slot, and by content everything that the command reads. The recipes in
# mk/stage take these words; a document is current while its words are the ones asked for.
include "base/state";
include "policy/machine";
include "policy/package";

# A tune here is {slot, cc, cxx, compiler, flags: [text], profile?}; a step of a later stage names the code it works on.
def build_text: if .config.recipe != "" then "recipe \(.config.recipe) \(.docs.source.data.recipe_sha256)" else .config.build end;

def fingerprint: .docs.machine.data.fingerprint;
def probe_words: ["probe", "mach", fingerprint];
def integrity_words: ["integrity", "mach", fingerprint];
def plan_words: ["plan", "vrfy", .source, build_text];

# The artifacts stand in the words because the command hashes them; the verified build adds those that it finds.
def build_words($tune): ["build", $tune.slot, .source, fingerprint, build_text, .config.clean, .config.overrides, .docs.source.data.environment_sha256, $tune.cc, $tune.cxx, $tune.compiler,
    ((if $tune.slot == "vrfy" then .named.programs + .named.libs else .artifacts end) // [] | join("\n")), ($tune.profile // "-"), $tune.flags[]];
def build($tune): $tune.build // made(build_words($tune)).data;
# What a tree's files are held against: the baseline's; and the baseline's against the verified build's.
def against($tune): if $tune.slot == "vrfy" then null elif $tune.slot == "base" then .vrfy else .base end;
def code_limits: (machine.kind == "emulated") as $slow
    | .config | if $slow then .emulated_code_files, .emulated_code_limit else .code_files, .code_limit end;
def facts_words($tune): against($tune) as $other | ["facts", $tune.slot, build($tune).artifacts_sha256]
    + (if $other then [$other.slot, build($other).artifacts_sha256, code_limits, fingerprint] else [] end);
def facts_trees($tune): [$tune, against($tune) | select(.) | .slot];
def facts($tune): made(facts_words($tune)).data;
def code($tune): $tune.code // facts($tune).code_sha256;
# The tune with what is known of its build, so that it is looked up once.
def known($tune): ($tune + {build: made(build_words($tune)).data}) as $tune | $tune + {code: facts($tune).code_sha256};
def tests_words($tune; $runs): ["tests", $tune.slot, build($tune).artifacts_sha256, .config.test, $runs, .source, fingerprint];

def golden_words: ["golden", "vrfy", build(.vrfy).artifacts_sha256, .source, .config.golden, (.config.golden_rows | tojson), fingerprint];
# What the package makes; a program that {bin} is said to be is the only one.
def package: package((facts(.base).artifacts // []); .named; (made(plan_words).data.commands // [])) as $made
    | if .config.bin != "" then .config.bin as $bin | $made + {programs: [$bin]} else $made end;
def workload_words: ["workload", "base", "\(.source) \(.docs.source.data.files_sha256)", code(.base), .config.workload, (.bin // ""), .config.harness,
    (.config.input | tojson), .config.check, (if .tests.decisive and (.tests.rebuilt | not) then .config.test else "" end),
    (if .config.workload != "" or .config.harness != "" then "" else package + (if (.config.agent // []) != [] then {agent: .config.agent} else {} end) | tojson end), (.config.workload_env | join(" ")), .config.seed, .config.stderr,
    (.config | [.run_goal, .run_short, .run_long, .cpu_share, .check_runs, .timeout, .input_min, .input_max, .self_timed, .squeezed, .start_up] | tojson), fingerprint];
def workload: if .base then made(workload_words).data else null end;
# Is there an output to compare? A workload that was refused has none (only an emulated target goes on without one).
def compares: made(workload_words) | .status == "ok" and .data.compares;
def output_words($tune): ["output", $tune.slot, build($tune).artifacts_sha256, workload.key, .source, fingerprint];
# How a session is run. The effect is not in it: figures are judged again, and measured again only when they do not suffice (verdict.jq).
def session_words: .config | [.metric, .rule, .rounds, .max_rounds, .warmup, .calibrate, .cpu, .timeout, .paired_alpha, .band_alpha, .warn_load, .warn_celsius, .warn_clock] | tojson;
def samples_words($tune; $against): ["samples", $tune.slot, build($tune).artifacts_sha256, $against.slot, build($against).artifacts_sha256, workload.key, session_words, fingerprint];
# Guards may read files of the package: the source is a part of what they are.
def guards_words: ["guards", "base", .source, .docs.source.data.files_sha256, build(.base).artifacts_sha256, (.config.guard | tojson), workload.key, (.config | [.check_runs, .run_long, .timeout] | tojson), fingerprint];
def guard_words($tune): ["guard", $tune.slot, build($tune).artifacts_sha256, guards_words[2:7][], session_words, fingerprint];
def train_words($tune): ["train", $tune.slot, build($tune).artifacts_sha256, workload.key, (.config.train | tojson), .docs.source.data.files_sha256, fingerprint];
def sample_words($tune): ["sample"] + train_words($tune)[1:];
def goprofile_words: ["goprofile", "base", build(.base).artifacts_sha256, workload.key, .docs.source.data.files_sha256, fingerprint];
def units_words($tune): ["units", $tune.slot, build($tune).artifacts_sha256];
def accept_words($tune): ["accept", "kept", $tune.slot, build($tune).artifacts_sha256];
