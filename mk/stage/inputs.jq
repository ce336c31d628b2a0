# inputs.jq: a request file as shell variables, for base/stage.sh: in_NAME for each input, now_NAME for what holds now.
# In: {stage, slot, inputs, now}. Out: a line a variable.
include "base/shell";
(.inputs | to_entries[] | variable("in_\(.key)"; .value)), (.now | to_entries[] | variable("now_\(.key)"; .value))
