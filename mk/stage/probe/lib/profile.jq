# profile.jq: the raw facts of atesor-probe as the machine profile: the CPU's findings join the warnings, and each compiler's `march` lists the
# complete strings that it accepted. $accepted: {compiler's path: {"-march=…": truth}}.
include "policy/isa";

def warnings_of: (.findings // []) + (.warnings // []);
def accepted_march($accepted): . as $compiler | if .march then . else .march = [($accepted[.path] // {}) | to_entries[] | select(.value) | .key | ltrimstr("-march=")] end;
def profile($accepted): del(.warnings, .findings) | .compilers = [(.compilers // [])[] | accepted_march($accepted)];
