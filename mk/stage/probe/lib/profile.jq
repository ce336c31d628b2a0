# profile.jq: the facts of atesor-probe as the machine profile.

# Each compiler's `march` lists the complete strings that it accepted. $answers: {compiler's path: {"-march=…": truth}}.
def accepted_march($answers): if .march then . else
    .march = [($answers[.path] // {}) | to_entries[] | select(.value) | .key | ltrimstr("-march=")] end;
def profile($answers): del(.warnings, .findings) | .compilers = [(.compilers // [])[] | accepted_march($answers)];
# The CPU's findings join the warnings.
def findings: (.findings // []) + (.warnings // []);
