# words.jq: the command of each stage as words: stage, slot, and by content everything that the command reads. The recipes in
# mk/stage take these words; a document is current while its words are the ones asked for.
include "state";

# A tune here is {slot, cc, cxx, compiler, flags: [text], profile?}; a step of a later stage names the code it works on.
def build_text: if .config.recipe != "" then "recipe \(.config.recipe) \(.docs.source.data.recipe_sha256)" else .config.build end;

def probe_words: ["probe", "mach", .docs.machine.data.fingerprint];
def integrity_words: ["integrity", "mach", .docs.machine.data.fingerprint];
def plan_words: ["plan", "vrfy", .source, build_text];

# The artifacts stand in the words because the command hashes them; the verified build of a package that names none finds them.
def build_words($tune): ["build", $tune.slot, .source, build_text, .config.clean, .config.overrides, .docs.source.data.environment_sha256, $tune.cc, $tune.cxx, $tune.compiler,
    ((if $tune.slot == "vrfy" then .named.programs + .named.libs else .artifacts end) // [] | join("\n")), ($tune.profile // "-"), $tune.flags[]];
def build($tune): $tune.build // made(build_words($tune)).data;
def facts_words($tune): ["facts", $tune.slot, build($tune).artifacts_sha256];
def facts($tune): made(facts_words($tune)).data;
def code($tune): $tune.code // facts($tune).code_sha256;
# The tune with what is known of its build, so that it is looked up once.
def known($tune): ($tune + {build: made(build_words($tune)).data}) as $tune | $tune + {code: facts($tune).code_sha256};
def tests_words($tune; $runs): ["tests", $tune.slot, code($tune), .config.test, $runs, .source];

def workload_words: ["workload", "base", "\(.source) \(.docs.source.data.files_sha256)", code(.base), .config.workload, (.bin // ""), .config.harness,
    (.config.input | tojson), .config.check, (if .tests.decisive then .config.test else "" end), (.config.workload_env | join(" ")), .config.seed, .config.stderr];
def workload: made(workload_words).data;
def output_words($tune): ["output", $tune.slot, code($tune), workload.key];
def samples_words($tune; $against): ["samples", $tune.slot, code($tune), $against.slot, code($against), workload.key,
    .config.metric, .config.rule, .config.rounds, .config.max_rounds, .config.warmup, .config.calibrate];
def train_words($tune): ["train", $tune.slot, build($tune).artifacts_sha256, workload.key, (.config.train | tojson), .docs.source.data.files_sha256];
def accept_words($tune): ["accept", "kept", $tune.slot, build($tune).artifacts_sha256];
