# program/samples.jq: the samples of atesor-time as the columns of atesor-stats, by the metric that the session ended
# with.
#
# In:  the JSON Lines of atesor-time(1) on stdin or as a file. Out: lines (-r): "calibration BASELINE" for each
#      calibration run, then "BASELINE VARIANT" for each whole round. A session whose runs failed or whose outputs
#      differ is an error.
def calibration_runs: .[] | select(.kind == "run" and .phase == "calibrate");
def rounds: [.[] | select(.kind == "run" and .phase == "rounds")] | group_by(.round)[];
def run_of($build): map(select(.build == $build))[0] // empty;
# Input: the last line of the session.
def cannot_be_compared:
    .status == "failed" or .status == "unstable"
    or .output.a_repeatable == false or .output.b_repeatable == false or .output.equal == false;

[., inputs]
| (map(select(.kind == "end"))[0] // {}) as $last
| def time: if $last.metric == "cpu" then .cpu_ns else .wall_ns end;
  if $last | cannot_be_compared then error("the session has no verdict: \($last.reason)")
  else
    (calibration_runs | "calibration \(time)"),
    (rounds | run_of("a") as $baseline | run_of("b") as $variant | "\($baseline | time) \($variant | time)")
  end
