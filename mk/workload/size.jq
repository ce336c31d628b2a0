# size.jq: after a try of the workload, how large the next try should be. The goal is ATESOR_RUN_GOAL seconds; within
# a third of it is close enough.
#
# In:  the tries so far (JSON Lines of atesor-time, slurped), each run with its bytes and iterations, of which one may
#      be empty;
#      --slurpfile config: doc/config.json; $ENV.input_kind.
# Out: the next size as a shell word, "iterations=N" or "bytes=N"; nothing when the size is right, when it can't be
#      changed, or when the last try failed.
include "workload/lib/scripts";

$config[0].data as $c
| [.[] | select(.kind == "run")] as $runs
| last as $last_line
| $runs[-1] as $run
| (if ($runs | length) > 1 then $runs[-2] else null end) as $run_before

# Without its time in the run queue.
| def seconds: (.wall_ns - (.wait_ns // 0)) / 1e9;
  def size: first(.iterations, .bytes | select(. != "")) | tonumber;
  def clip($low; $high): [[., $low] | max, $high] | min;

  # The seconds that one more unit of size takes, from the last two tries; null if the last one was not the larger.
  # What the start costs does not grow, so it is not in them.
  def unit_seconds:
    if $run_before and ($run_before | size) < ($run | size)
    then (($run | seconds) - ($run_before | seconds)) / (($run | size) - ($run_before | size))
    else null end;

  # How many times as much work the next try should do. A try that ends at once is no measure: then 64 times as much.
  def factor:
    ($run | seconds) as $seconds | unit_seconds as $unit
    | if $unit and $unit > 0 then 1 + ($c.run_goal - $seconds) / ($unit * ($run | size))
      elif $unit and $seconds < $c.run_goal / 2 then 64
      else $c.run_goal / ([$seconds, 0.001] | max) end
    | clip(0; 64);
  def next_size($low; $high):
    ($run | size) as $size
    | $size * factor | clip($low; $high) | round
    | select((. - $size | fabs) > $size * 0.05);

  if $run == null or $last_line.status != "ok" or ($runs | length) >= 8 then empty
  elif ($run | seconds) > $c.run_goal * 2 / 3 and ($run | seconds) < $c.run_goal * 4 / 3 then empty
  elif $run.iterations != "" then next_size(1; 1e12) | "iterations=\(.)"
  elif $ENV.input_kind // "" | IN(script_languages[]) then next_size(1; 1e9) | "bytes=\(.)"
  elif $run.bytes != "" then next_size($c.input_min; $c.input_max) | "bytes=\(.)"
  else empty end
